export type CheckName =
  | 'settings'
  | 'secrets'
  | 'database'
  | 'log_database'
  | 'disk'
  | 'clock'
  | 'redis'
  | 'channels'
  | 'prices'
  | 'callbacks'
  | 'public_address'

/** The finding and the advice; '' = no advice. Values are in braces. */
interface Text {
  found: string
  advice: string
}

export type DoctorLanguage = 'en' | 'zh'

const en = {
  settings_wrong: {
    found: '{reason}',
    advice: 'Correct the settings; docs/configuration.md explains each of them.',
  },
  secrets_fit: { found: 'The secrets are set, or are created at the first start.', advice: '' },
  secret_weak: {
    found: '{name} is weak or a sample value.',
    advice: 'Set another one before the first start: openssl rand -base64 32.',
  },
  secret_missing: {
    found: '{name} is not set, but SQL_DSN is.',
    advice: 'Set the same value on every node: openssl rand -base64 32.',
  },
  secret_file_broken: {
    found: '{path} does not contain a secret.',
    advice: 'Restore it from a backup; without it the stored keys cannot be decrypted.',
  },
  crypto_secret_differs: {
    found: 'CRYPTO_SECRET differs from the one that this database was created with.',
    advice: 'Set the original value. With another one, the stored keys cannot be decrypted.',
  },
  database_fits: { found: 'The database ({engine}) answers and is up to date.', advice: '' },
  database_older: {
    found: 'The database ({engine}) is empty or of an older version.',
    advice: 'Back it up and start the server: it migrates the database. Then run this again.',
  },
  database_newer: {
    found: 'A newer version has changed the database: {reason}.',
    advice: 'Start that version, or restore the backup from before the upgrade.',
  },
  database_before_first_release: {
    found: 'A revision before version 0.1.0 made the database, and not the last of them.',
    advice: 'Back it up, start revision {revision} with it once, stop it, and start this version.',
  },
  database_not_made: {
    found: 'There is no database in {folder} yet.',
    advice: 'Start the server, or set DATA_DIR to the folder that has it.',
  },
  database_unreachable: {
    found: 'The database does not answer: {reason}.',
    advice: 'Check host, port and firewall in SQL_DSN, and that the database server runs.',
  },
  database_refuses: {
    found: 'The database refused the connection: {reason}.',
    advice:
      'Check user, password, database name and TLS option in SQL_DSN. The database must exist; the server creates only its tables.',
  },
  disk_full: { found: 'The disk of {folder} is full.', advice: 'Free some space. Stored data is kept.' },
  disk_nearly_full: {
    found: 'The disk of {folder} has {megabytes} MB left.',
    advice: 'Free some space, or set LOG_RETENTION_DAYS. Without space, charged calls are refused.',
  },
  disk_has_room: { found: 'The disk of {folder} has {megabytes} MB left.', advice: '' },
  clock_right: { found: 'The clock agrees with that of {other}.', advice: '' },
  clock_off: {
    found: 'The clock differs from that of {other} by {seconds} seconds.',
    advice: 'Synchronise it (chrony or systemd-timesyncd).',
  },
  clock_wrong: {
    found: 'The clock differs from that of {other} by {seconds} seconds.',
    advice: 'Synchronise it (chrony or systemd-timesyncd): logins, signatures and leases fail otherwise.',
  },
  log_database_fits: { found: 'The log database ({engine}) answers.', advice: '' },
  log_database_unreachable: {
    found: 'The log database does not answer: {reason}.',
    advice:
      'Check LOG_SQL_DSN and that its server runs. Calls are not affected; usage rows wait in the main database, and the lists of logs answer again when it does.',
  },
  log_database_foreign: { found: '{reason}', advice: 'Name an empty database in LOG_SQL_DSN.' },
  log_database_before_first_release: {
    found: 'A revision before version 0.1.0 made the log database, and not the last of them.',
    advice:
      'Back it up, start revision {revision} with this LOG_SQL_DSN and an empty DATA_DIR once, stop it, and start this version.',
  },
  log_database_not_made: {
    found: 'The log database ({engine}) has no tables yet.',
    advice: 'Start the server: it makes them.',
  },
  log_rows_wait: {
    found: 'Usage rows that are older than an hour wait in the main database: {count} or more.',
    advice: 'The log of the server says why they could not be moved to the log database.',
  },
  log_rows_elsewhere: {
    found: 'Usage rows were moved to a log database, and LOG_SQL_DSN is not set.',
    advice: 'Set it to that database again: the moved rows are not shown without it.',
  },
  redis_answers: { found: 'Redis answers.', advice: '' },
  redis_none: {
    found: 'REDIS_CONN_STRING is not set.',
    advice:
      'Set it for several nodes: otherwise each node counts rate limits separately, and changes take SYNC_FREQUENCY seconds.',
  },
  redis_unreachable: {
    found: 'Redis does not answer: {reason}.',
    advice:
      'Check REDIS_CONN_STRING and the Redis server. The gateway runs without it, but each node counts limits separately.',
  },
  no_channel: {
    found: 'No channel is enabled ({channels} exist).',
    advice: 'Add or enable a channel in the console.',
  },
  channels_answer: { found: 'The hosts of {channels} enabled channels are reachable.', advice: '' },
  channels_switched_off: {
    found: 'Disabled automatically: {names}.',
    advice: 'Test these channels in the console; the test shows the cause.',
  },
  channels_without_key: {
    found: 'Without a key that can be decrypted: {names}.',
    advice: 'Enter the keys of these channels again.',
  },
  host_unreachable: {
    found: '{host} is unreachable: {reason}. Channels: {names}.',
    advice: 'Check the base URL, DNS and firewall, or set a proxy for the channel.',
  },
  models_priced: { found: 'All models that can be called have a price.', advice: '' },
  models_unpriced: {
    found: 'Models without a price are refused: {models}.',
    advice: 'Set their prices in the console, or remove them from the channels.',
  },
  models_free: {
    found: 'Models without a price are free in self-use mode: {models}.',
    advice: 'Set their prices before others use the site.',
  },
  no_callbacks: { found: 'No payment gateway is set up.', advice: '' },
  callbacks_arrive: { found: '{callers} can reach {address}.', advice: '' },
  callback_without_address: {
    found: '{callers} is set up, but the site has no address.',
    advice: 'Set ServerAddress in the system settings: payments are not credited without it.',
  },
  callback_to_own_machine: {
    found: 'The callback address of {callers}, {address}, is this machine.',
    advice: 'Set ServerAddress to the public address of the site.',
  },
  callback_unencrypted: {
    found: 'The callback address of {callers}, {address}, has no TLS.',
    advice: 'Use an address with https.',
  },
  no_public_address: {
    found: 'ServerAddress is not set, so links in mails point to localhost.',
    advice: 'Set it in the system settings to the address that users open.',
  },
  public_address_fits: { found: '{address} is the address of this gateway.', advice: '' },
  public_address_unreachable: {
    found: '{address} is unreachable from this machine: {reason}.',
    advice: 'Check DNS, the proxy and its certificate, and that the server runs.',
  },
  public_address_wrong: {
    found: '{address}/api/status answers with status {status}.',
    advice: 'Point the proxy at this gateway, or correct ServerAddress.',
  },
  public_address_unencrypted: {
    found: '{address} has no TLS.',
    advice: 'Put a proxy with a certificate in front, and set ServerAddress with https.',
  },
} satisfies Record<string, Text>

export type FindingCode = keyof typeof en

const zh: Record<FindingCode, Text> = {
  settings_wrong: { found: '{reason}', advice: '请更正设置，docs/configuration.md 对每一项都有说明。' },
  secrets_fit: { found: '密钥已设置，或会在首次启动时生成。', advice: '' },
  secret_weak: {
    found: '{name} 强度不足，或是示例值。',
    advice: '请在首次启动前更换：openssl rand -base64 32。',
  },
  secret_missing: {
    found: '设置了 SQL_DSN，但没有设置 {name}。',
    advice: '请在每个节点设置相同的值：openssl rand -base64 32。',
  },
  secret_file_broken: {
    found: '{path} 中没有有效的密钥。',
    advice: '请从备份恢复，否则已保存的密钥无法解密。',
  },
  crypto_secret_differs: {
    found: 'CRYPTO_SECRET 与写入该数据库时使用的不一致。',
    advice: '请改回原来的值，否则已保存的密钥无法解密。',
  },
  database_fits: { found: '数据库（{engine}）连接正常，结构为最新版本。', advice: '' },
  database_older: {
    found: '数据库（{engine}）为空，或属于旧版本。',
    advice: '请先备份再启动服务，服务会自动升级数据库结构，然后重新运行本命令。',
  },
  database_newer: {
    found: '数据库已被更新的版本修改：{reason}。',
    advice: '请启动该版本，或恢复升级前的备份。',
  },
  database_before_first_release: {
    found: '数据库由 0.1.0 之前的修订版创建，且不是其中最后一个。',
    advice: '请先备份，用修订版 {revision} 启动一次并停止，然后启动本版本。',
  },
  database_not_made: {
    found: '{folder} 中还没有数据库。',
    advice: '请启动服务，或将 DATA_DIR 设为数据库所在的目录。',
  },
  database_unreachable: {
    found: '数据库没有响应：{reason}。',
    advice: '请检查 SQL_DSN 中的主机、端口和防火墙，并确认数据库服务正在运行。',
  },
  database_refuses: {
    found: '数据库拒绝连接：{reason}。',
    advice: '请检查 SQL_DSN 中的用户名、密码、库名和 TLS 参数。库必须已存在，服务只会创建表。',
  },
  disk_full: { found: '{folder} 所在磁盘已满。', advice: '请释放空间，已保存的数据不会丢失。' },
  disk_nearly_full: {
    found: '{folder} 所在磁盘仅剩 {megabytes} MB。',
    advice: '请释放空间，或设置 LOG_RETENTION_DAYS。空间用尽后，计费调用会被拒绝。',
  },
  disk_has_room: { found: '{folder} 所在磁盘剩余 {megabytes} MB。', advice: '' },
  clock_right: { found: '本机时钟与 {other} 一致。', advice: '' },
  clock_off: {
    found: '本机时钟与 {other} 相差 {seconds} 秒。',
    advice: '请同步时钟（chrony 或 systemd-timesyncd）。',
  },
  clock_wrong: {
    found: '本机时钟与 {other} 相差 {seconds} 秒。',
    advice: '请同步时钟（chrony 或 systemd-timesyncd），否则登录、签名和租约都会失败。',
  },
  log_database_fits: { found: '日志数据库（{engine}）连接正常。', advice: '' },
  log_database_unreachable: {
    found: '日志数据库无法连接：{reason}。',
    advice:
      '请检查 LOG_SQL_DSN，并确认该数据库服务正在运行。调用不受影响：用量记录会留在主数据库中等待，日志列表在恢复连接后可用。',
  },
  log_database_foreign: { found: '{reason}', advice: '请在 LOG_SQL_DSN 中填写一个空的数据库。' },
  log_database_before_first_release: {
    found: '日志数据库由 0.1.0 之前的修订版创建，且不是其中最后一个。',
    advice: '请先备份，保持 LOG_SQL_DSN 不变并使用空的 DATA_DIR，用修订版 {revision} 启动一次并停止，然后启动本版本。',
  },
  log_database_not_made: {
    found: '日志数据库（{engine}）中还没有表。',
    advice: '请启动服务，服务会自动建表。',
  },
  log_rows_wait: {
    found: '主数据库中有超过一小时仍未转移的用量记录：至少 {count} 条。',
    advice: '无法转移到日志数据库的原因请查看服务日志。',
  },
  log_rows_elsewhere: {
    found: '用量记录曾转移到日志数据库，但现在没有设置 LOG_SQL_DSN。',
    advice: '请重新将其设置为该数据库，否则已转移的记录不会显示。',
  },
  redis_answers: { found: 'Redis 连接正常。', advice: '' },
  redis_none: {
    found: '没有设置 REDIS_CONN_STRING。',
    advice: '多节点部署时请设置，否则限流按节点各自计算，变更要等 SYNC_FREQUENCY 秒才生效。',
  },
  redis_unreachable: {
    found: 'Redis 没有响应：{reason}。',
    advice: '请检查 REDIS_CONN_STRING 和 Redis 服务。没有 Redis 网关仍可运行，但限流按节点各自计算。',
  },
  no_channel: { found: '没有启用的渠道（共 {channels} 个）。', advice: '请在控制台添加或启用渠道。' },
  channels_answer: { found: '{channels} 个已启用渠道的主机均可访问。', advice: '' },
  channels_switched_off: {
    found: '已被自动禁用：{names}。',
    advice: '请在控制台测试这些渠道，测试结果会给出原因。',
  },
  channels_without_key: { found: '没有可解密的密钥：{names}。', advice: '请重新填写这些渠道的密钥。' },
  host_unreachable: {
    found: '无法访问 {host}：{reason}。涉及渠道：{names}。',
    advice: '请检查代理地址（Base URL）、DNS 和防火墙，或为渠道设置代理。',
  },
  models_priced: { found: '所有可调用的模型都有价格。', advice: '' },
  models_unpriced: {
    found: '以下模型没有价格，调用会被拒绝：{models}。',
    advice: '请在控制台设置价格，或从渠道中移除这些模型。',
  },
  models_free: {
    found: '自用模式下，以下没有价格的模型免费：{models}。',
    advice: '请在他人使用前设置价格。',
  },
  no_callbacks: { found: '没有配置支付网关。', advice: '' },
  callbacks_arrive: { found: '{callers} 可以回调 {address}。', advice: '' },
  callback_without_address: {
    found: '已配置 {callers}，但站点没有地址。',
    advice: '请在系统设置中填写 ServerAddress，否则付款无法到账。',
  },
  callback_to_own_machine: {
    found: '{callers} 的回调地址 {address} 指向本机。',
    advice: '请将 ServerAddress 设为站点的公网地址。',
  },
  callback_unencrypted: {
    found: '{callers} 的回调地址 {address} 没有使用 TLS。',
    advice: '请使用 https 地址。',
  },
  no_public_address: {
    found: '没有设置 ServerAddress，邮件中的链接会指向 localhost。',
    advice: '请在系统设置中填写用户访问的地址。',
  },
  public_address_fits: { found: '{address} 指向本网关。', advice: '' },
  public_address_unreachable: {
    found: '从本机无法访问 {address}：{reason}。',
    advice: '请检查 DNS、反向代理及其证书，并确认服务正在运行。',
  },
  public_address_wrong: {
    found: '{address}/api/status 返回状态码 {status}。',
    advice: '请让反向代理指向本网关，或更正 ServerAddress。',
  },
  public_address_unencrypted: {
    found: '{address} 没有使用 TLS。',
    advice: '请在前面放置带证书的反向代理，并将 ServerAddress 改为 https。',
  },
}

export const doctorTexts: Record<DoctorLanguage, Record<FindingCode, Text>> = { en, zh }

export const checkNames: Record<DoctorLanguage, Record<CheckName, string>> = {
  en: {
    settings: 'Settings',
    secrets: 'Secrets',
    database: 'Database',
    disk: 'Disk',
    clock: 'Clock',
    log_database: 'Log database',
    redis: 'Redis',
    channels: 'Channels',
    prices: 'Prices',
    callbacks: 'Callbacks',
    public_address: 'Public address',
  },
  zh: {
    settings: '设置',
    secrets: '密钥',
    database: '数据库',
    disk: '磁盘',
    clock: '时钟',
    log_database: '日志数据库',
    redis: 'Redis',
    channels: '渠道',
    prices: '价格',
    callbacks: '回调',
    public_address: '公网地址',
  },
}
