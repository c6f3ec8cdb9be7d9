import { minuteMs } from '@sluice/contract/durations'
import { monitorStatus, type UptimeStatus } from '@sluice/contract/site-content'
import { keysOf } from '@sluice/contract/typed-keys'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { api } from '../../lib/api.ts'
import { formatPercent } from '../../lib/format.ts'
import css from './dashboard.module.css'
import { PanelFailure } from './failure.tsx'
import { Nothing, Panel } from './panel.tsx'
import site from './site-panels.module.css'

/** The server reads the status pages once a minute. */
const uptimeQuery = queryOptions({
  queryKey: ['uptime'],
  queryFn: ({ signal }) => api('GET /api/uptime/status', { signal }),
  staleTime: minuteMs,
  refetchInterval: minuteMs,
})

/** Monitors of the operator's status pages: their state, and their uptime of the last day. */
export function UptimePanel() {
  const { t } = useTranslation('content')
  const query = useQuery(uptimeQuery)
  return (
    <Panel title={t('uptime.title')}>
      <PanelFailure query={query} />
      {query.data?.map((category, index) => (
        <Category key={index} category={category} />
      ))}
    </Panel>
  )
}

function Category({ category }: { category: UptimeStatus[number] }) {
  const { t } = useTranslation('content')
  const { categoryName, description, monitors, unreachable } = category
  return (
    <div className={site.category}>
      <h3 className={css.subHead}>{categoryName}</h3>
      {description.trim() !== '' && <p className={`${texts.note} ${site.description}`}>{description}</p>}
      {unreachable && <Nothing>{t('uptime.unreachable')}</Nothing>}
      {!unreachable && monitors.length === 0 && <Nothing>{t('uptime.empty')}</Nothing>}
      <ul className={css.lines}>
        {monitors.map((monitor, index) => (
          <Monitor key={index} monitor={monitor} />
        ))}
      </ul>
    </div>
  )
}

function Monitor({ monitor }: { monitor: UptimeStatus[number]['monitors'][number] }) {
  const { t } = useTranslation('content')
  const { name, group, status, uptime } = monitor
  const state = stateOf(status)
  return (
    <li className={css.line}>
      <Row as="span" gap={[0, 8]} align="baseline" wrap shrink className={site.monitor}>
        <span className={texts.anywhere}>{name}</span>
        {group !== undefined && <small>{group}</small>}
      </Row>
      <Row as="span" gap={12} align="baseline" inline className={site.facts}>
        {state !== 'pending' && <small>{t('uptime.day', { share: shareText(uptime) })}</small>}
        <Row as="span" gap={6} inline className={site.state} data-state={state}>
          {t(`uptime.state.${state}`)}
        </Row>
      </Row>
    </li>
  )
}

type MonitorState = keyof typeof monitorStatus

/** An unknown number of a later version of Uptime Kuma is neither good nor bad. */
const stateOf = (status: number): MonitorState =>
  keysOf(monitorStatus).find((name) => monitorStatus[name] === status) ?? 'pending'

/** Never rounded up: 99.97 % is not 100 %. */
const shareText = (uptime: number): string => formatPercent(Math.floor(uptime * 1_000) / 10)
