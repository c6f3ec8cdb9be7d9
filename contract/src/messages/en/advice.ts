/** What to do about a finding, by its code; a finding without an entry needs nothing. */
export default {
  settings_wrong: 'Correct the settings; docs/configuration.md explains each of them.',
  setting_misspelt: 'Correct its name if you meant {{meant}}.',
  secret_weak: 'Set another one before the first start: openssl rand -base64 32.',
  secret_missing: 'Set the same value on every node: openssl rand -base64 32.',
  secret_file_broken: 'Restore it from a backup; without it the stored keys cannot be decrypted.',
  secret_file_unreadable: 'Run this command as the user of the server, or give the file to that user.',
  file_refused:
    'Run this as {{owner}}: sudo -u {{owner}} <command>. If {{user}} is the user of the server, give it the folder, as root: chown -R {{user}} {{folder}}.',
  file_refused_by_mode: 'Change its mode: chmod u+rwX {{path}}.',
  other_file_refused: 'Choose a path that {{user}} may use, or run this as {{owner}}: sudo -u {{owner}} <command>.',
  file_is_folder: 'Correct the setting: DATA_DIR is a folder; SQLITE_PATH and LOG_SQL_DSN name files.',
  folder_is_file: 'Set DATA_DIR to a folder.',
  file_missing: 'Correct the setting that names it, or create the file.',
  crypto_secret_missing:
    'Run this command with the settings of the server, or restore the file; without it the stored keys cannot be decrypted.',
  session_secret_missing:
    'Run this command with the settings of the server. If there is none, the next start creates one, and all users log in again.',
  crypto_secret_differs: 'Set the original value. With another one, the stored keys cannot be decrypted.',
  database_older: 'Back it up and start the server: it migrates the database. Then run this again.',
  database_empty:
    'Start the server: it makes the schema. Or name the database of the site: DATA_DIR is its folder, SQL_DSN its server.',
  database_file_unusable:
    'Set DATA_DIR or SQLITE_PATH to the database of the site, or restore a backup of it (`sluice restore`).',
  database_newer: 'Start that version, or restore the backup from before the upgrade.',
  database_before_first_release:
    'Back it up, start revision {{revision}} with it once, stop it, and start this version.',
  database_not_made: 'Start the server, or set DATA_DIR to the folder that has it.',
  database_unreachable: 'Check host, port and firewall in SQL_DSN, and that the database server runs.',
  database_refuses:
    'Check user, password, database name and TLS option in SQL_DSN. The database must exist; the server creates only its tables.',
  disk_full: 'Free some space. Stored data is kept.',
  disk_nearly_full: 'Free some space, or set LOG_RETENTION_DAYS. Without space, charged calls are refused.',
  clock_off: 'Synchronise it (chrony or systemd-timesyncd).',
  clock_wrong: 'Synchronise it (chrony or systemd-timesyncd): logins, signatures and leases fail otherwise.',
  log_database_unreachable:
    'Check LOG_SQL_DSN and that its server runs. Calls are not affected; usage rows wait in the main database, and the lists of logs answer again when it does.',
  log_database_server_old: 'Update it, or name another server in LOG_SQL_DSN.',
  log_database_foreign: 'Name an empty database in LOG_SQL_DSN.',
  log_database_before_first_release:
    'Back it up, start revision {{revision}} with this LOG_SQL_DSN and an empty DATA_DIR once, stop it, and start this version.',
  log_database_not_made: 'Start the server: it makes them.',
  log_rows_wait: 'The log of the server says why they could not be moved to the log database.',
  log_rows_elsewhere: 'Set it to that database again: the moved rows are not shown without it.',
  redis_none:
    'Set it for several nodes: otherwise each node counts rate limits separately, and changes take SYNC_FREQUENCY seconds.',
  redis_unreachable:
    'Check REDIS_CONN_STRING and the Redis server. The gateway runs without it, but each node counts limits separately.',
  no_channel: 'Add or enable a channel in the console.',
  channels_switched_off: 'Test these channels in the console; the test shows the cause.',
  channels_without_key: 'Enter the keys of these channels again.',
  host_unreachable: 'Check the base URL, DNS and firewall, or set a proxy for the channel.',
  passwords_trivial: 'Change them now in the console, or with `sluice reset-password <name>`.',
  passwords_short: 'Change them in the console.',
  passwords_unknown: 'Let these administrators log in once and run this command again, or set new passwords.',
  login_without_registration:
    'To let new users in, enable RegisterEnabled and switch SelfUseModeEnabled off; else only accounts that are linked already log in with it.',
  models_unpriced: 'Set their prices in the console, or remove them from the channels.',
  models_free: 'Set their prices before others use the site.',
  callback_without_address: 'Set ServerAddress in the system settings: payments are not credited without it.',
  callback_to_own_machine: 'Set ServerAddress to the public address of the site.',
  callback_unencrypted: 'Use an address with https.',
  no_public_address: 'Set it in the system settings to the address that users open.',
  public_address_unreachable: 'Check DNS, the proxy and its certificate, and that the server runs.',
  public_address_wrong: 'Point the proxy at this gateway, or correct ServerAddress.',
  public_address_without_path: 'Set ServerAddress to the whole address, with the path.',
  public_address_unencrypted: 'Put a proxy with a certificate in front, and set ServerAddress with https.',
} as const
