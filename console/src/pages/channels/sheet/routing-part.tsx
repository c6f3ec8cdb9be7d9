import type { Channel } from '@sluice/contract/channel'
import type { DryRun } from '@sluice/contract/dry-run'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import { drawnOf, RouteFlow } from '../../../components/route-flow/route-flow.tsx'
import texts from '../../../components/text.module.css'
import { splitNames } from '../model-names.ts'
import { routeQuery } from './queries.ts'
import css from './sheet.module.css'
import { SheetPart } from './sheet-part.tsx'

interface RoutingPartProps {
  channel: Channel
  models: readonly string[]
}

/** The share of a channel in the calls of a model, as the next call would be routed. */
export function RoutingPart({ channel, models }: RoutingPartProps) {
  const { t } = useTranslation('channel-sheet')
  const groups = splitNames(channel.group)
  const [chosen, setChosen] = useState({ model: '', group: '' })
  const model = models.includes(chosen.model) ? chosen.model : (models[0] ?? '')
  const group = groups.includes(chosen.group) ? chosen.group : (groups[0] ?? '')
  const query = useQuery(routeQuery(channel.id, { model, group }))
  if (model === '') return null
  return (
    <SheetPart
      title={t('routing.title')}
      extra={
        <Link to="/channel-live" search={{ model, group }}>
          {t('routing.more')}
        </Link>
      }
    >
      <span className={texts.hint}>{t('routing.hint')}</span>
      <Row wrap>
        <Select
          size="small"
          showSearch
          className={css.filter ?? ''}
          aria-label={t('routing.model')}
          value={model}
          options={models.map((value) => ({ value, label: value }))}
          onChange={(value: string) => setChosen({ model: value, group })}
        />
        <Select
          size="small"
          className={css.filter ?? ''}
          aria-label={t('routing.group')}
          value={group}
          options={groups.map((value) => ({ value, label: value }))}
          onChange={(value: string) => setChosen({ model, group: value })}
        />
      </Row>
      <LoadState query={query} rows={3} place="page">
        {(route) => <Route route={route} id={channel.id} />}
      </LoadState>
    </SheetPart>
  )
}

function Route({ route, id }: { route: DryRun; id: number }) {
  const { t } = useTranslation(['channel-sheet', 'routing'])
  const { candidates, excluded, refusal, group } = route
  const own = excluded.find((one) => one.id === id)
  const rest = candidates.length - drawnOf(candidates, id).length
  return (
    <>
      {refusal && <Alert type="warning" showIcon title={t('routing.refused', { reason: refusal.message })} />}
      {own && (
        <span className={texts.note}>
          {t('routing.excluded', { reasons: own.codes.map((code) => t(`routing:exclusions.${code}`)).join(' · ') })}
        </span>
      )}
      {candidates.length > 0 && <RouteFlow candidates={candidates} from={group} always={id} isShort />}
      {rest > 0 && <span className={texts.hint}>{t('routing.rest', { count: rest })}</span>}
    </>
  )
}
