import type { DatabaseSize, SystemState } from '@sluice/contract/system'
import { useTranslation } from 'react-i18next'
import { Card, CardBody } from '../../components/card.tsx'
import { Fact, Facts } from '../../components/facts.tsx'
import { Nothing } from '../../components/nothing.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatBytes, formatNumber } from '../../lib/format.ts'
import { type LineColumn, Lines } from './lines.tsx'
import css from './system.module.css'

type Part<Name extends keyof SystemState> = Pick<SystemState, Name>

const engineNames: Record<DatabaseSize['engine'], string> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  mysql: 'MariaDB / MySQL',
  clickhouse: 'ClickHouse',
}

const Bytes = ({ of }: { of: number | null | undefined }) => (of == null ? <Nothing /> : formatBytes(of))

/** The databases, and the disk of the host that answered. */
export function StorageCard({
  id,
  state: { database, log_store: logs, disk, rows_per_day, growth_bytes },
}: {
  id: string
  state: Part<'database' | 'log_store' | 'disk' | 'rows_per_day' | 'growth_bytes'>
}) {
  const { t } = useTranslation('system')
  return (
    <Card id={id} title={t('storage.title')} purpose={t('storage.purpose')}>
      <CardBody>
        <Facts look="grid" className={css.head}>
          <Fact
            label={t('storage.database')}
          >{`${engineNames[database.engine]}, ${database.bytes === null ? '–' : formatBytes(database.bytes)}`}</Fact>
          {database.free_bytes !== null && database.free_bytes > 0 && (
            <Fact label={t('storage.reusable')}>{formatBytes(database.free_bytes)}</Fact>
          )}
          <Fact label={t('storage.perDay')}>
            {t('storage.rows', { count: rows_per_day, number: formatNumber(rows_per_day) })}
            {growth_bytes !== null && ` · ${t('storage.growth', { size: formatBytes(growth_bytes) })}`}
          </Fact>
          {disk && (
            <Fact label={t('storage.disk')}>
              {t('storage.free', { free: formatBytes(disk.free_bytes), total: formatBytes(disk.total_bytes) })}
              <p className={`${texts.hint} ${texts.mono}`}>{disk.folder}</p>
            </Fact>
          )}
          <Fact label={t('storage.logStore')}>
            {logs === null ? (
              t('storage.logsHere')
            ) : logs.fault === null ? (
              <>
                {logs.size ? engineNames[logs.size.engine] : t('storage.logsAnswer')}
                {logs.size?.bytes != null && `, ${formatBytes(logs.size.bytes)}`}
              </>
            ) : (
              <StatusTag tone="error">{t('storage.logsAway')}</StatusTag>
            )}
          </Fact>
        </Facts>
        <SizeLines size={database} label={t('storage.tables')} />
        {logs?.size && <SizeLines size={logs.size} label={t('storage.tablesOfLogs')} />}
      </CardBody>
    </Card>
  )
}

function SizeLines({ size, label }: { size: DatabaseSize; label: string }) {
  const { t } = useTranslation('system')
  type Group = DatabaseSize['groups'][number]
  const columns: LineColumn<Group>[] = [
    { key: 'name', title: label, render: ({ name }) => t(`storage.groups.${name}`) },
    {
      key: 'rows',
      title: t('storage.rowCount'),
      isFigure: true,
      render: ({ rows }) => (rows === null ? <Nothing /> : t('storage.about', { number: formatNumber(rows) })),
    },
    { key: 'size', title: t('storage.size'), isFigure: true, render: ({ bytes }) => <Bytes of={bytes} /> },
  ]
  const known = size.groups.filter(({ bytes, rows }) => (bytes ?? 0) > 0 || (rows ?? 0) > 0)
  return known.length === 0 ? null : <Lines label={label} columns={columns} rows={known} rowKey={({ name }) => name} />
}

/** What waits, and what is kept in memory. */
export function QueuesCard({
  id,
  state: { queues, caches, nodes },
}: {
  id: string
  state: Part<'queues' | 'caches' | 'nodes'>
}) {
  const { t } = useTranslation('system')
  const ages = nodes.flatMap(({ figures }) => figures?.lease_age_ms ?? [])
  return (
    <Card id={id} title={t('queues.title')} purpose={t('queues.purpose')}>
      <CardBody>
        <Facts look="grid" className={css.head}>
          {queues.map(({ name, count }) => (
            <Fact key={name} label={t(`queues.names.${name}`)}>
              <span className={texts.number}>{formatNumber(count)}</span>
            </Fact>
          ))}
          {ages.length > 0 && (
            <Fact label={t('queues.lease')}>
              <span className={texts.number}>{`${formatNumber(Math.max(...ages) / 1000, 1)} s`}</span>
            </Fact>
          )}
          <Fact label={t('queues.loaded')}>
            <TimeText seconds={caches.state_loaded_at} />
          </Fact>
          <Fact label={t('queues.known')}>
            {t('queues.knownText', {
              channels: t('queues.knownChannels', {
                count: caches.channels,
                number: formatNumber(caches.channels),
              }),
              models: t('queues.knownModels', { count: caches.models, number: formatNumber(caches.models) }),
            })}
          </Fact>
          <Fact label={t('queues.redisName')}>
            <StatusTag tone={({ none: 'neutral', ready: 'success', away: 'error' } as const)[caches.redis]}>
              {t(`queues.redis.${caches.redis}`)}
            </StatusTag>
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
