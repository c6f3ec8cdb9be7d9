import { groupRoutingCard, hedgeMsMax, hedgeMsMin } from '@sluice/contract/options/groups'
import { routingStrategies } from '@sluice/contract/routing'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../components/number-field.tsx'
import texts from '../../../components/text.module.css'
import { useSettings } from '../settings-context.ts'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable } from '../view-switch.tsx'
import { type GroupRouting, parseGroupRouting, writeGroupRouting } from './group-routing.ts'
import { numbersOrNone } from './json-table.ts'
import css from './operation.module.css'

/** How a group chooses among its channels, and whether it asks a second one. */
export function GroupRoutingCard() {
  return (
    <TableCard
      card={groupRoutingCard}
      options={['GroupRoutingStrategy', 'GroupHedgeMs']}
      table={(onJson) => <RoutingTable onJson={onJson} />}
    />
  )
}

function RoutingTable({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings-operation')
  const { snapshot } = useSettings()
  const strategies = useOption('GroupRoutingStrategy')
  const hedges = useOption('GroupHedgeMs')
  const groups = [...numbersOrNone(snapshot.values.GroupRatio ?? '{}').keys()]
  const rows = parseGroupRouting({ groups, strategies: strategies.text, hedges: hedges.text })
  if (rows === null) return <Unreadable onJson={onJson} />
  const change = (row: GroupRouting, to: Partial<GroupRouting>) => {
    const written = writeGroupRouting(rows.map((one) => (one === row ? { ...one, ...to } : one)))
    if (to.strategy === undefined) hedges.setText(written.hedges)
    else strategies.setText(written.strategies)
  }
  const options = routingStrategies.map((value) => ({ value, label: t(`routing.strategies.${value}`) }))
  return (
    <>
      <OptionProblem name="GroupRoutingStrategy" />
      <OptionProblem name="GroupHedgeMs" />
      <ul className={css.grid} aria-label={t('card.groupRouting.title')}>
        <li className={css.gridHead} data-columns="routing" aria-hidden>
          <span>{t('routing.group')}</span>
          <span>{t('routing.strategy')}</span>
          <span>{t('routing.hedge')}</span>
          <span />
        </li>
        {rows.map((row) => (
          <li key={row.group} className={css.gridRow} data-columns="routing">
            <code className={texts.anywhere}>{row.group}</code>
            <span data-label={t('routing.strategy')}>
              <Select
                className={css.routingField}
                aria-label={t('routing.strategyOf', { group: row.group })}
                value={row.strategy}
                options={options}
                onChange={(strategy) => change(row, { strategy })}
              />
            </span>
            <span data-label={t('routing.hedge')}>
              <NumberField
                controls={false}
                className={css.routingField}
                aria-label={t('routing.hedgeOf', { group: row.group })}
                placeholder={t('routing.never')}
                suffix="ms"
                min={hedgeMsMin}
                max={hedgeMsMax}
                precision={0}
                value={row.hedgeMs}
                onChange={(hedgeMs) => change(row, { hedgeMs })}
              />
            </span>
            <span />
          </li>
        ))}
      </ul>
    </>
  )
}
