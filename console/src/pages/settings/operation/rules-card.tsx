import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { rulesCard } from '@sluice/contract/options/prices'
import { pageSizes } from '@sluice/contract/page-sizes'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import type { DataColumn } from '../../../components/data-column.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../../components/filter-bar.tsx'
import { Row } from '../../../components/layout.tsx'
import { type RowAction, RowActions } from '../../../components/row-actions.tsx'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useSettings } from '../settings-context.ts'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable, type View, ViewSwitch } from '../view-switch.tsx'
import css from './operation.module.css'
import { changeTones } from './price-columns.tsx'
import { pageOf } from './price-list.ts'
import { buildRuleRows, parsePriceRules, type RuleRow, withRules } from './price-rules.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { RulesDrawer } from './rules-drawer.tsx'

/** Prices that depend on the length of the prompt or on the time. */
export function RulesCard() {
  const [view, setView] = useState<View>('table')
  return (
    <SettingsCard card={rulesCard} actions={<ViewSwitch view={view} onChange={setView} />}>
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
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState({ page: 1, pageSize: 10 })
  const [open, setOpen] = useState<string | null>(null)
  const rows = useMemo(
    () => (draft.ok ? buildRuleRows(stored.ok ? stored.value : new Map(), draft.value) : []),
    [stored, draft],
  )
  const found = useMemo(
    () => rows.filter(({ model }) => model.toLowerCase().includes(keyword.toLowerCase())),
    [rows, keyword],
  )
  if (!draft.ok) return <Unreadable onJson={onJson} />

  const before = stored.ok ? stored.value : new Map<string, never>()
  const set = (model: string, rules: RuleRow['rules'] | undefined) =>
    option.setText(withRules(before, draft.value, model, rules))
  const actionsOf = ({ model, change }: RuleRow): RowAction[] => {
    const undo = { key: 'undo', label: t('prices.undo'), run: () => set(model, before.get(model)) }
    const edit = { key: 'edit', label: t('common:actions.edit'), run: () => setOpen(model) }
    const remove = { key: 'delete', label: t('common:actions.delete'), danger: true }
    if (change === 'removed') return [undo]
    return change === 'none' ? [edit, { ...remove, run: () => set(model, undefined) }] : [edit, undo]
  }
  const columns: DataColumn<RuleRow>[] = [
    {
      key: 'model',
      title: t('prices.model'),
      required: true,
      width: 260,
      render: (row) => <RuleModel row={row} />,
    },
    {
      key: 'rules',
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
  const paging = {
    ...page,
    pageSizes,
    setPage: async (next: number, pageSize: number) => setPage({ page: next, pageSize }),
  }
  const addButton = (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen('')}>
      {t('rules.add')}
    </Button>
  )
  return (
    <div className={css.block}>
      <OptionProblem name="PriceRules" />
      <DataTable<RuleRow>
        id="price-rules"
        label={t('card.rules.title')}
        columns={columns}
        rowKey={({ model }) => model}
        query={pageOf(found, paging)}
        paging={paging}
        renderCard={(row) => (
          <div className={css.cardBody}>
            <Row justify="between">
              <RuleModel row={row} />
              <RowActions name={row.model} visible={actionsOf(row)} menu={[]} />
            </Row>
            <Sentences row={row} />
          </div>
        )}
        toolbar={
          <FilterBar extra={addButton}>
            <FilterSearch
              value={keyword}
              placeholder={t('prices.search')}
              onSearch={(next) => {
                setKeyword(next)
                setPage({ ...page, page: 1 })
              }}
            />
          </FilterBar>
        }
        empty={
          keyword === ''
            ? { title: t('rules.none'), hint: t('rules.noneHelp'), action: addButton }
            : { title: t('prices.notFound'), hint: t('prices.notFoundHelp') }
        }
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

function RuleModel({ row }: { row: RuleRow }) {
  const { t } = useTranslation('settings-prices')
  return (
    <span className={css.model} data-removed={row.change === 'removed'}>
      <code title={row.model}>{row.model}</code>
      {row.change !== 'none' && <ColorTag color={changeTones[row.change]}>{t(`prices.change.${row.change}`)}</ColorTag>}
    </span>
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
