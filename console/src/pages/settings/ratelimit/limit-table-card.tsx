import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { groupLimitsCard, modelLimitsCard } from '@sluice/contract/options/rate-limits'
import type { OptionKey } from '@sluice/contract/options/registry'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LimitsInput } from '../../../components/limits-input.tsx'
import { enabledModelsQuery } from '../../../lib/catalogue-queries.ts'
import { AddName } from '../add-name.tsx'
import { OptionRow } from '../option-row.tsx'
import { groupsQuery } from '../queries.ts'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import { CardSwitch, Unreadable } from '../view-switch.tsx'
import { buildLimitTable, type NamedLimits, parseLimitTable } from './limit-tables.ts'
import css from './ratelimit.module.css'

const places = {
  groupLimits: { card: groupLimitsCard, name: 'GroupLimits' },
  modelLimits: { card: modelLimitsCard, name: 'ModelLimits' },
} as const
const queries = { groupLimits: groupsQuery, modelLimits: enabledModelsQuery }

/** Limits by group or by model: a block for each, or the JSON behind them. */
export function LimitTableCard({ id }: { id: 'groupLimits' | 'modelLimits' }) {
  const { t } = useTranslation('settings-ratelimit')
  const [view, setView] = useState<'form' | 'json'>('form')
  const { card, name } = places[id]
  return (
    <SettingsCard
      card={card}
      actions={
        <CardSwitch<'form' | 'json'>
          label={t('limits.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'form', label: t('limits.form') },
            { value: 'json', label: t('limits.json') },
          ]}
        />
      }
    >
      {view === 'json' ? (
        <OptionRow name={name} isLabelHidden isWide />
      ) : (
        <OptionRow name={name} isLabelHidden isWide>
          <LimitBlocks id={id} name={name} onJson={() => setView('json')} />
        </OptionRow>
      )}
    </SettingsCard>
  )
}

interface LimitBlocksProps {
  id: keyof typeof queries
  name: OptionKey
  onJson(): void
}

function LimitBlocks({ id, name, onJson }: LimitBlocksProps) {
  const { t } = useTranslation(['settings-ratelimit', 'settings'])
  const option = useOption(name)
  const { data: known = [] } = useQuery(queries[id])
  const rows = parseLimitTable(option.text)
  if (rows === null) return <Unreadable onJson={onJson} />
  const write = (next: readonly NamedLimits[]) => option.setText(buildLimitTable(next))
  return (
    <div className={css.blocks}>
      {rows.map((row) => (
        <fieldset key={row.name} className={css.block}>
          <legend>{row.name}</legend>
          <Button
            type="text"
            size="small"
            className={css.remove}
            icon={<DeleteOutlined />}
            aria-label={t('settings:removeOf', { name: row.name })}
            title={t('settings:removeOf', { name: row.name })}
            onClick={() => write(rows.filter((one) => one.name !== row.name))}
          />
          <LimitsInput
            value={row.limits}
            onChange={(limits) => write(rows.map((one) => (one.name === row.name ? { ...one, limits } : one)))}
          />
        </fieldset>
      ))}
      <AddName
        placeholder={t(`limits.new.${id}`)}
        addLabel={t(`limits.add.${id}`)}
        known={known}
        taken={rows.map((row) => row.name)}
        onAdd={(added) => write([...rows, { name: added, limits: {} }])}
      />
    </div>
  )
}
