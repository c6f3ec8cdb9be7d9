import { type PriceSource, publicListUrls } from '@sluice/contract/price-sources'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import type { DataColumn } from '../../../components/data-column.ts'
import { Nothing } from '../../../components/nothing.tsx'
import { type RowAction, RowActions } from '../../../components/row-actions.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { useStoredReason } from './use-stored-reason.ts'

type Translate = TFunction<['price-sources', 'common']>
type ActionsOf = (source: PriceSource) => { visible: RowAction[]; menu: RowAction[] }

const addressOf = ({ kind, url }: PriceSource): string => url || (publicListUrls[kind] ?? '')

export const buildSourceColumns = (t: Translate, actionsOf: ActionsOf | null): DataColumn<PriceSource>[] => [
  {
    key: 'name',
    title: t('column.name'),
    width: 140,
    required: true,
    fixed: 'start',
    card: 'title',
    render: ({ name }) => <span className={texts.anywhere}>{name}</span>,
  },
  {
    key: 'kind',
    title: t('column.kind'),
    width: 150,
    card: 'tag',
    render: ({ kind, is_maker, side }) => (
      <>
        {t(`kind.${kind}`)} {is_maker && <ColorTag color="blue">{t('maker')}</ColorTag>}
        {side === 'cost' && <ColorTag color="purple">{t('side.cost')}</ColorTag>}
      </>
    ),
  },
  {
    key: 'url',
    title: t('column.url'),
    width: 220,
    flexible: true,
    givesWay: 1,
    card: {
      place: 'line',
      isShown: (source) => addressOf(source) !== '',
    },
    render: (source) =>
      addressOf(source) === '' ? <Nothing /> : <span className={texts.anywhere}>{addressOf(source)}</span>,
  },
  {
    key: 'hours',
    title: t('column.hours'),
    width: 120,
    givesWay: 2,
    card: 'figure',
    render: ({ every_hours }) => (every_hours === 0 ? t('whenAsked') : t('everyHours', { count: every_hours })),
  },
  {
    key: 'looked',
    title: t('column.looked'),
    width: 180,
    card: 'figure',
    render: ({ looked_at, error }) => (
      <>
        <TimeText seconds={looked_at} />
        {error !== null && <ErrorText error={error} />}
      </>
    ),
  },
  {
    key: 'models',
    title: t('column.models'),
    width: 84,
    align: 'right',
    card: 'figure',
    render: ({ models }) => models,
  },
  {
    key: 'open',
    title: t('column.open'),
    width: 100,
    align: 'right',
    card: 'figure',
    render: ({ id, open }) =>
      open === 0 ? (
        0
      ) : (
        <Link to="/console/prices" search={{ tab: 'proposals', source_id: String(id) }}>
          {open}
        </Link>
      ),
  },
  ...(actionsOf === null
    ? []
    : [
        {
          key: 'actions',
          title: t('common:table.actions'),
          width: 170,
          render: (source: PriceSource) => <RowActions name={source.name} {...actionsOf(source)} />,
        },
      ]),
]

function ErrorText({ error }: { error: NonNullable<PriceSource['error']> }) {
  const reasonText = useStoredReason()
  return <div className={texts.problem}>{reasonText(error)}</div>
}
