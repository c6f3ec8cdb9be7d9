import type { PriceFields } from '@sluice/contract/price-rules'
import type { PriceProposal, StatedPrice } from '@sluice/contract/price-sources'
import { entriesOf } from '@sluice/contract/typed-keys'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import type { DataColumn } from '../../../components/data-column.ts'
import { Row, Stack } from '../../../components/layout.tsx'
import { Nothing } from '../../../components/nothing.tsx'
import { type RowAction, RowActions } from '../../../components/row-actions.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { formatList } from '../../../lib/format-list.ts'
import { DifferenceParts } from '../changes/difference-list.tsx'
import { differenceOf } from '../changes/differences.ts'
import { noPrice } from '../changes/model-price.ts'

type Translate = TFunction<['price-sources', 'common']>
type ActionsOf = (proposal: PriceProposal) => { visible: RowAction[]; menu: RowAction[] }

interface ColumnsOptions {
  quotaPerUnit: number
  language: string | undefined
  /** null: the proposals are decided. */
  actionsOf: ActionsOf | null
}

function differenceIn(
  model: string,
  { current, proposed }: { current: StatedPrice | null; proposed: StatedPrice },
  quotaPerUnit: number,
) {
  // A part that keeps its relation to input, or to what it follows by default, is no change of its own.
  const follows = followedBy(proposed.fields)
  const own = entriesOf(proposed.fields).filter(
    ([field, value]) => alwaysShown.has(field) || (value !== current?.fields[field] && value !== (follows[field] ?? 1)),
  )
  const isOwn = (field: keyof PriceFields) => own.some(([name]) => name === field)
  const before = entriesOf(current?.fields ?? {}).filter(([field]) => isOwn(field))
  return differenceOf(
    model,
    current === null ? noPrice : { fields: Object.fromEntries(before), rules: current.rules, expression: null },
    { fields: Object.fromEntries(own), rules: proposed.rules, expression: null },
    { quotaPerUnit },
  )
}

const alwaysShown: ReadonlySet<keyof PriceFields> = new Set(['price', 'ratio', 'completion_ratio', 'cache_ratio'])
const followedBy = ({ completion_ratio, cache_ratio }: PriceFields): PriceFields => ({
  image_completion_ratio: completion_ratio,
  audio_cache_ratio: cache_ratio,
  // Without an entry, audio output costs twice audio input.
  audio_completion_ratio: 2,
})

export const buildProposalColumns = (
  t: Translate,
  { quotaPerUnit, language, actionsOf }: ColumnsOptions,
): DataColumn<PriceProposal>[] => [
  {
    key: 'model',
    title: t('column.model'),
    width: 200,
    required: true,
    fixed: 'start',
    card: 'title',
    render: ({ model, side }) => (
      <>
        <code className={texts.anywhere}>{model}</code>{' '}
        {side === 'cost' && <ColorTag color="purple">{t('side.cost')}</ColorTag>}
      </>
    ),
  },
  {
    key: 'change',
    title: t('column.change'),
    width: 280,
    flexible: true,
    required: true,
    card: 'line',
    render: (proposal) => (
      <Stack as="span" gap={4} shrink>
        <DifferenceParts difference={differenceIn(proposal.model, proposal, quotaPerUnit)} />
        {proposal.sale !== null && <SaleConsequence proposal={proposal} quotaPerUnit={quotaPerUnit} />}
      </Stack>
    ),
  },
  {
    key: 'factor',
    title: t('column.factor'),
    width: 80,
    align: 'right',
    card: 'figure',
    render: ({ factor }) => (factor === null ? <Nothing /> : `× ${Number(factor.toPrecision(3))}`),
  },
  {
    key: 'doubts',
    title: t('column.doubts'),
    width: 180,
    card: {
      place: 'tag',
      isShown: ({ doubts }) => doubts.length > 0,
    },
    render: ({ doubts }) =>
      doubts.length === 0 ? (
        <Nothing />
      ) : (
        <Row as="span" wrap gap={4}>
          {doubts.map((doubt) => (
            <ColorTag key={doubt} color="orange">
              {t(`doubt.${doubt}`)}
            </ColorTag>
          ))}
        </Row>
      ),
  },
  {
    key: 'source',
    title: t('column.source'),
    width: 180,
    card: 'line',
    render: ({ source, agreeing, differing }) => (
      <Stack as="span" gap={2} className={texts.anywhere}>
        <span>{source}</span>
        {agreeing.length > 0 && (
          <span className={texts.note}>
            {t('agree', { count: agreeing.length, names: formatList(agreeing, language) })}
          </span>
        )}
        {differing.length > 0 && (
          <span className={texts.problem}>
            {t('differ', { count: differing.length, names: formatList(differing, language) })}
          </span>
        )}
      </Stack>
    ),
  },
  {
    key: 'found',
    title: t('column.found'),
    width: 120,
    givesWay: 1,
    card: 'start',
    render: ({ found_at }) => <TimeText seconds={found_at} />,
  },
  ...(actionsOf === null ? [] : [actionsColumn(t, actionsOf)]),
]

const actionsColumn = (t: Translate, actionsOf: ActionsOf): DataColumn<PriceProposal> => ({
  key: 'actions',
  title: t('common:table.actions'),
  width: 150,
  render: (proposal) => <RowActions name={proposal.model} {...actionsOf(proposal)} />,
})

/** The sale price that follows the cost. */
function SaleConsequence({
  proposal: { model, sale },
  quotaPerUnit,
}: {
  proposal: PriceProposal
  quotaPerUnit: number
}) {
  const { t } = useTranslation('price-sources')
  if (sale === null) return null
  const { rule, current, proposed } = sale
  return (
    <span>
      <span className={texts.second}>{t('saleFollows', { rule: rule + 1 })}</span>
      {proposed === null ? (
        <span className={texts.bad}> {t('saleGone')}</span>
      ) : (
        <DifferenceParts difference={differenceIn(model, { current, proposed }, quotaPerUnit)} />
      )}
    </span>
  )
}
