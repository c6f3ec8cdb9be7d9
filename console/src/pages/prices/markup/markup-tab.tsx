import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { MarkupRule } from '@sluice/contract/price-sheet'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../components/data-table.tsx'
import { Row, Stack } from '../../../components/layout.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import texts from '../../../components/text.module.css'
import { formatFirst, formatList } from '../../../lib/format-list.ts'
import { changesOf } from '../changes/change-store.ts'
import { useMayWritePrices, usePatches, usePendingRules, usePrices } from '../prices-context.ts'
import { effectQuery } from '../queries.ts'
import type { SheetTabProps } from '../sheet/sheet-tab.tsx'
import { CostsTable } from './costs-table.tsx'
import { channelsQuery } from './queries.ts'
import { RuleDrawer } from './rule-drawer.tsx'
import { useRuleText } from './rule-text.ts'
import { moved } from './rules.ts'
import { TitledList } from './titled-list.tsx'

const namesShown = 4
interface PlacedRule {
  rule: MarkupRule
  place: number
}
const noRules: readonly MarkupRule[] = []

/** The rules that make prices of costs, in their order, and the costs that they begin with. */
export function MarkupTab({ query }: SheetTabProps) {
  const { t, i18n } = useTranslation(['prices', 'common'])
  const { sheet, editRules } = usePrices()
  const mayWrite = useMayWritePrices()
  const pending = usePendingRules()
  const rules = pending ?? sheet?.markup_rules ?? noRules
  /** The place of the rule in the drawer; that after the last = a new one. */
  const [open, setOpen] = useState<number | null>(null)
  const governed = useGoverned(pending !== null)
  const ruleText = useRuleText(useQuery(channelsQuery).data)
  const items = useMemo(() => rules.map((rule, place): PlacedRule => ({ rule, place })), [rules])
  const addButton = mayWrite && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(rules.length)}>
      {t('markup.add')}
    </Button>
  )
  const moveButton = (place: number, by: -1 | 1) => (
    <Button
      type="text"
      size="small"
      icon={by < 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
      aria-label={t(by < 0 ? 'markup.up' : 'markup.down', { number: place + 1 })}
      disabled={rules[place + by] === undefined}
      onClick={() => editRules(moved(rules, place, by))}
    />
  )
  return (
    <>
      <TitledList title={t('markup.title')} purpose={t('markup.purpose')}>
        <DataTable<PlacedRule>
          id="markup-rules"
          label={t('markup.title')}
          rowKey={({ place }) => place}
          query={{ ...query, data: sheet === undefined ? undefined : { items, total: items.length } }}
          columns={[
            {
              key: 'order',
              title: t('markup.order'),
              width: 110,
              required: true,
              card: 'start',
              render: ({ place }) => (
                <Row as="span" inline gap={4}>
                  <span className={texts.number}>{place + 1}</span> {mayWrite && moveButton(place, -1)}
                  {mayWrite && moveButton(place, 1)}
                </Row>
              ),
            },
            {
              key: 'models',
              title: t('markup.models'),
              width: 220,
              flexible: true,
              required: true,
              card: 'title',
              render: ({ rule }) => (
                <code className={texts.anywhere}>{formatList(rule.models, i18n.resolvedLanguage)}</code>
              ),
            },
            {
              key: 'price',
              title: t('markup.price'),
              width: 280,
              required: true,
              card: 'line',
              render: ({ rule }) => ruleText(rule),
            },
            {
              key: 'governs',
              title: t('markup.governs'),
              width: 240,
              card: 'line',
              render: ({ place }) => {
                const found = governed?.[place]
                if (found === undefined) return <span className={texts.faint}>…</span>
                return (
                  <Stack as="span" gap={0} shrink>
                    <span title={formatFirst(found.names, 20, i18n.resolvedLanguage)}>
                      {t('markup.count', { count: found.models })}
                    </span>
                    {found.models > 0 && (
                      <span className={`${texts.note} ${texts.cut}`}>
                        {formatFirst(found.names, namesShown, i18n.resolvedLanguage)}
                      </span>
                    )}
                    {found.without_cost > 0 && (
                      <span className={texts.problem}>{t('markup.withoutCost', { count: found.without_cost })}</span>
                    )}
                  </Stack>
                )
              },
            },
            ...(mayWrite
              ? [
                  {
                    key: 'actions',
                    title: t('common:table.actions'),
                    width: 150,
                    render: ({ place }: PlacedRule) => (
                      <RowActions
                        name={t('markup.rule', { number: place + 1 })}
                        visible={[
                          { key: 'edit', label: t('common:actions.edit'), run: () => setOpen(place) },
                          {
                            key: 'delete',
                            label: t('common:actions.delete'),
                            danger: true,
                            run: () => editRules(rules.toSpliced(place, 1)),
                          },
                        ]}
                        menu={[]}
                      />
                    ),
                  },
                ]
              : []),
          ]}
          toolbar={rules.length === 0 ? undefined : addButton}
          empty={{ title: t('markup.none'), hint: t('markup.noneHint'), action: addButton }}
          failedTitle={t('sheet.failed')}
        />
      </TitledList>
      <CostsTable query={query} />
      <RuleDrawer rules={rules} open={open} onClose={() => setOpen(null)} />
    </>
  )
}

/** What each rule governs: of published rules by the sheet, of changed ones by the preview that the bar asks for. */
function useGoverned(isPending: boolean) {
  const { sheet } = usePrices()
  const patches = usePatches()
  const rules = usePendingRules()
  const given = useMemo(() => ({ changes: changesOf(patches), rules }), [patches, rules])
  const { data } = useQuery({ ...effectQuery(given), enabled: false })
  return useMemo(() => {
    if (isPending) return data?.governed
    return sheet?.markup_rules.map((_, place) => {
      const rows = sheet.rows.filter(({ markup }) => markup === place)
      const without = rows.filter(({ cost }) => cost.fields === null).length
      return { models: rows.length, names: rows.slice(0, 20).map(({ model }) => model), without_cost: without }
    })
  }, [isPending, data, sheet])
}
