import {
  type PriceProposal,
  type ProposalChoice,
  priceSides,
  proposalDoubts,
  proposalStates,
} from '@sluice/contract/price-sources'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { Row } from '../../../components/layout.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import type { RowAction } from '../../../components/row-actions.tsx'
import { useListPage } from '../../../components/use-list-page.ts'
import { useOptionsState } from '../../../components/use-options-state.tsx'
import { formatList } from '../../../lib/format-list.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useMayWritePrices, usePrices } from '../prices-context.ts'
import { AcceptRulesButton } from './accept-rules-button.tsx'
import { buildProposalColumns } from './proposal-columns.tsx'
import {
  acceptProposals,
  filterOf,
  ignoreProposals,
  proposalFilters,
  proposalsQuery,
  sourcesQuery,
  stateOf,
  useReload,
} from './queries.ts'

/** What lists propose, and the decisions about it. */
export function ProposalsTab() {
  const { t, i18n } = useTranslation(['price-sources', 'common'])
  const { quotaPerUnit } = usePrices()
  const list = useListPage({ filters: proposalFilters, query: proposalsQuery, rowKey: ({ id }) => id })
  const sources = useQuery(sourcesQuery)
  const sourcesState = useOptionsState(sources)
  const { accept, ignore } = useDecisions(() => list.select([]))
  const total = list.query.data?.total ?? 0
  const mayWrite = useMayWritePrices()
  /** The proposals can be decided. */
  const isOpen = stateOf(list.filters) === 'open' && mayWrite
  const selected = { choice: { ids: list.selected.map(Number) }, count: list.selected.length }
  const all = { choice: { all: filterOf(list.filters) }, count: total }
  const actionsOf = ({ id, model }: PriceProposal): { visible: RowAction[]; menu: RowAction[] } => ({
    visible: [
      {
        key: 'accept',
        label: t('accept.action'),
        run: () => accept({ choice: { ids: [id] }, count: 1, model }),
      },
      {
        key: 'ignore',
        label: t('ignore.action'),
        run: () => ignore({ choice: { ids: [id] }, count: 1, model }),
      },
    ],
    menu: [],
  })
  return (
    <ListPage
      id="price-proposals"
      list={list}
      isPart
      title={t('proposals')}
      columns={buildProposalColumns(t, {
        quotaPerUnit,
        language: i18n.resolvedLanguage,
        actionsOf: isOpen ? actionsOf : null,
      })}
      fields={[
        { key: 'model', label: t('column.model'), width: 200 },
        {
          key: 'state',
          label: t('column.state'),
          isRequired: true,
          options: proposalStates.map((state) => ({
            value: state === 'open' ? '' : state,
            label: t(`state.${state}`),
          })),
          width: 120,
        },
        {
          key: 'side',
          label: t('form.side'),
          options: priceSides.toReversed().map((value) => ({ value, label: t(`side.${value}`) })),
          width: 130,
        },
        {
          key: 'source_id',
          label: t('column.source'),
          options: sources.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
          width: 160,
          state: sourcesState,
        },
        {
          key: 'doubt',
          label: t('column.doubts'),
          options: [...proposalDoubts, 'none' as const].map((value) => ({ value, label: t(`doubt.${value}`) })),
          width: 180,
        },
      ]}
      canRefresh
      selectionActions={
        isOpen && (
          <Row inline>
            <Button size="small" type="primary" onClick={() => accept(selected)}>
              {t('accept.selected')}
            </Button>
            <Button size="small" onClick={() => ignore(selected)}>
              {t('ignore.selected')}
            </Button>
          </Row>
        )
      }
      buttons={
        <>
          {isOpen && total > 0 && (
            <>
              <Button onClick={() => accept(all)}>{t('accept.all', { count: total })}</Button>
              <Button onClick={() => ignore(all)}>{t('ignore.all', { count: total })}</Button>
            </>
          )}
          {mayWrite && <AcceptRulesButton />}
        </>
      }
      noMatch={{ title: t('empty.noMatch') }}
      empty={{
        title: t('empty.proposals'),
        hint: sources.data?.length === 0 ? t('empty.noSourcesHint') : t('empty.proposalsHint'),
        action: (
          <Link to="/console/prices" search={{ tab: 'sources' }}>
            {t('empty.toSources')}
          </Link>
        ),
      }}
    />
  )
}

interface Decision {
  choice: ProposalChoice
  count: number
  /** Of a single one. */
  model?: string
}

/** Accepts or ignores proposals, after a confirmation that names their number. */
function useDecisions(onDone: () => void) {
  const { t, i18n } = useTranslation('price-sources')
  const { modal } = App.useApp()
  const confirm = useConfirmAction()
  const reload = useReload()
  const accepting = useMutation({
    mutationFn: acceptProposals,
    onSuccess: async ({ accepted, renewed, refused }) => {
      if (accepted > 0) toastSuccess(t('accept.done', { count: accepted }))
      const left = [
        ...(renewed.length > 0 ? [t('accept.renewed', { models: formatList(renewed, i18n.resolvedLanguage) })] : []),
        ...(refused.length > 0 ? [t('accept.refused', { models: formatList(refused, i18n.resolvedLanguage) })] : []),
      ]
      if (left.length > 0)
        modal.warning({ title: t('accept.left'), content: left.map((text) => <p key={text}>{text}</p>) })
      onDone()
      await reload({ prices: true })
    },
  })
  const ignoring = useMutation({
    mutationFn: ignoreProposals,
    onSuccess: async (count) => {
      toastSuccess(t('ignore.done', { count }))
      onDone()
      await reload({ prices: false })
    },
  })
  return {
    accept: ({ choice, count, model }: Decision) =>
      confirm({
        title: model === undefined ? t('accept.title', { count }) : t('accept.titleOne', { model }),
        consequence: t('accept.text'),
        confirm: t('accept.confirm', { count }),
        danger: false,
        run: () => accepting.mutateAsync(choice),
      }),
    ignore: ({ choice, count, model }: Decision) =>
      confirm({
        title: model === undefined ? t('ignore.title', { count }) : t('ignore.titleOne', { model }),
        consequence: t('ignore.text'),
        confirm: t('ignore.confirm', { count }),
        danger: false,
        run: () => ignoring.mutateAsync(choice),
      }),
  }
}
