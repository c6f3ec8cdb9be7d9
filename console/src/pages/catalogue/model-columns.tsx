import { type ModelCard, nameRules, type Vendor } from '@sluice/contract/catalogue'
import i18next, { type TFunction } from 'i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatList } from '../../lib/format-list.ts'
import css from './catalogue.module.css'
import { actionsColumn, updatedColumn } from './entry-columns.tsx'
import { NameTags, OnOff } from './entry-tags.tsx'
import { ruleName, splitTags } from './model-kind.ts'
import type { ActionsOf } from './use-entry-actions.tsx'

export type VendorNames = ReadonlyMap<number, Pick<Vendor, 'name' | 'icon'>>
type T = TFunction<['catalogue', 'common']>

export function EntryName({ card, t }: { card: ModelCard; t: T }) {
  return (
    <span className={css.entryName}>
      <VendorMark icon={card.icon} />
      <code className={texts.clip} title={card.model_name}>
        {card.model_name}
      </code>
      {card.name_rule !== nameRules.exact && <ColorTag color="blue">{t(`rule.${ruleName(card.name_rule)}`)}</ColorTag>}
    </span>
  )
}

/** The vendor of the entry; without one the server derives it for each model. */
export function VendorName({ id, vendors, t }: { id: number; vendors: VendorNames; t: T }) {
  if (id === 0) return <span className={texts.faint}>{t('vendorByName')}</span>
  const vendor = vendors.get(id)
  return (
    <span className={css.vendor}>
      <VendorMark icon={vendor?.icon} vendor={vendor?.name ?? ''} />
      <span className={texts.clip}>{vendor?.name ?? `#${id}`}</span>
    </span>
  )
}

export function Matches({ card, t }: { card: ModelCard; t: T }) {
  if (card.matched_count === 0) return <span className={texts.faint}>{t('noMatches')}</span>
  return (
    <span title={formatList(card.matched_models, i18next.resolvedLanguage)}>
      {t('matches', { count: card.matched_count })}
    </span>
  )
}

export function buildModelColumns(
  t: T,
  vendors: VendorNames,
  actionsOf: ActionsOf<ModelCard>,
): DataColumn<ModelCard>[] {
  return [
    {
      key: 'model',
      title: t('column.model'),
      width: 220,
      flexible: true,
      required: true,
      fixed: 'start',
      render: (card) => (
        <>
          <EntryName card={card} t={t} />
          {card.description !== '' && (
            <span className={css.description} title={card.description}>
              {card.description}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'vendor',
      title: t('column.vendor'),
      width: 140,
      ellipsis: true,
      render: ({ vendor_id }) => <VendorName id={vendor_id} vendors={vendors} t={t} />,
    },
    {
      key: 'tags',
      title: t('column.tags'),
      width: 170,
      givesWay: 2,
      render: ({ tags }) => <NameTags names={splitTags(tags)} />,
    },
    {
      key: 'matches',
      title: t('column.matches'),
      width: 126,
      render: (card) => <Matches card={card} t={t} />,
    },
    {
      key: 'groups',
      title: t('column.groups'),
      width: 150,
      defaultHidden: true,
      render: ({ enable_groups }) => <NameTags names={enable_groups} />,
    },
    {
      key: 'status',
      title: t('column.status'),
      width: 100,
      render: ({ status }) => <OnOff status={status} />,
    },
    updatedColumn(t),
    actionsColumn(t, ({ model_name }) => model_name, actionsOf),
  ]
}
