import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { rulesCard } from '@sluice/contract/options/prices'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../../components/data-column.ts'
import { Row } from '../../../components/layout.tsx'
import { RuleSentence } from '../../../components/price-rules/rule-sentence.tsx'
import { RulesDrawer } from '../../../components/price-rules/rules-drawer.tsx'
import { type RowAction, RowActions } from '../../../components/row-actions.tsx'
import { useLoadedListPage } from '../../../components/use-list-page.ts'
import { fits } from '../../../lib/loaded-list.ts'
import { OptionRow } from '../option-row.tsx'
import settings from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { useSettings } from '../settings-context.ts'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable, type View, ViewSwitch } from '../view-switch.tsx'
import { AllPricesLink } from './all-prices-link.tsx'
import css from './operation.module.css'
import { ModelCell } from './price-columns.tsx'
import { PriceList, priceFilters, priceListPlace } from './price-list.tsx'
import { buildRuleRows, parsePriceRules, type RuleRow, withRules } from './price-rules.ts'

/** The state of the table of prices on the same page has these names without it. */
const prefix = 'rules_'
export interface RulesSearch {
  rules_keyword?: string
  rules_p?: number | string
  rules_page_size?: number | string
}

/** Prices that depend on the length of the prompt, on the time or on how a call is served. */
export function RulesCard() {
  const [view, setView] = useState<View>('table')
  return (
    <SettingsCard
      card={rulesCard}
      isBrowsed
      actions={
        <Row>
          <AllPricesLink />
          <ViewSwitch view={view} onChange={setView} />
        </Row>
      }
    >
      <OptionRow name="UnpricedServiceAction" />
      {view === 'table' ? <RuleTable onJson={() => setView('json')} /> : <OptionRow name="PriceRules" />}
    </SettingsCard>
  )
}

function RuleTable({ onJson }: { onJson(): void }) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const { snapshot } = useSettings()
  const option = useOption('PriceRules')
  const storedText = snapshot.values.PriceRules ?? '{}'
  const stored = useMemo(() => parsePriceRules(storedText), [storedText])
  const draft = useMemo(() => parsePriceRules(option.text), [option.text])
  const [open, setOpen] = useState<string | null>(null)
  const rows = useMemo(
    () => (draft.ok ? buildRuleRows(stored.ok ? stored.value : new Map(), draft.value) : []),
    [stored, draft],
  )
  const list = useLoadedListPage({
    ...priceListPlace,
    prefix,
    filters: priceFilters,
    rows: ({ keyword }) => rows.filter(({ model }) => fits(keyword, [model])),
    rowKey: ({ model }) => model,
  })
  if (!draft.ok) return <Unreadable onJson={onJson} />

  const before = stored.ok ? stored.value : new Map<string, never>()
  const set = (model: string, rules: RuleRow['rules'] | undefined) =>
    option.setText(withRules(before, draft.value, model, rules))
  const actionsOf = ({ model, change }: RuleRow): RowAction[] => {
    if (option.isReadOnly) return []
    const undo = { key: 'undo', label: t('prices.undo'), run: () => set(model, before.get(model)) }
    const edit = { key: 'edit', label: t('common:actions.edit'), run: () => setOpen(model) }
    const remove = { key: 'delete', label: t('common:actions.delete'), danger: true }
    if (change === 'removed') return [undo]
    return change === 'none' ? [edit, { ...remove, run: () => set(model, undefined) }] : [edit, undo]
  }
  const columns: DataColumn<RuleRow>[] = [
    {
      key: 'model',
      card: 'title',
      title: t('prices.model'),
      required: true,
      width: 260,
      render: (row) => <ModelCell name={row.model} change={row.change} />,
    },
    {
      key: 'rules',
      card: 'line',
      title: t('rules.title'),
      flexible: true,
      width: 300,
      render: (row) => <Sentences row={row} />,
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 124,
      render: (row) => <RowActions name={row.model} visible={actionsOf(row)} menu={[]} />,
    },
  ]
  const addButton = !option.isReadOnly && (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen('')}>
      {t('rules.add')}
    </Button>
  )
  return (
    <div className={settings.note}>
      <OptionProblem name="PriceRules" />
      <PriceList
        id="price-rules"
        list={list}
        title={t('card.rules.title')}
        columns={columns}
        buttons={addButton}
        empty={{ title: t('rules.none'), hint: t('rules.noneHelp'), action: addButton }}
      />
      <RulesDrawer
        model={open}
        rules={open === null ? [] : (draft.value.get(open) ?? [])}
        isTaken={(model) => draft.value.has(model)}
        onDone={set}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}

function Sentences({ row }: { row: RuleRow }) {
  return (
    <ol className={css.sentences} data-single={row.rules.length === 1}>
      {row.rules.map((rule) => (
        <li key={JSON.stringify(rule)}>
          <RuleSentence rule={rule} />
        </li>
      ))}
    </ol>
  )
}
