import type { ModelCard } from '@sluice/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import card from '../../components/row-card.module.css'
import css from './catalogue.module.css'
import { NameTags, OnOff } from './entry-tags.tsx'
import { EntryName, Matches, VendorName, type VendorNames } from './model-columns.tsx'
import { splitTags } from './model-kind.ts'
import type { ActionsOf } from './use-entry-actions.tsx'

interface ModelRowCardProps {
  entry: ModelCard
  vendors: VendorNames
  actionsOf: ActionsOf<ModelCard>
}

/** A model entry on a phone. */
export function ModelRowCard({ entry, vendors, actionsOf }: ModelRowCardProps) {
  const { t } = useTranslation(['catalogue', 'common'])
  const tags = splitTags(entry.tags)
  return (
    <div className={card.card}>
      <Row>
        <span className={card.name}>
          <EntryName card={entry} t={t} />
        </span>
        <OnOff status={entry.status} />
        <RowActions name={entry.model_name} {...actionsOf(entry)} />
      </Row>
      {entry.description !== '' && <p className={css.cardText}>{entry.description}</p>}
      {tags.length > 0 && <NameTags names={tags} max={4} />}
      <div className={card.origin}>
        <VendorName id={entry.vendor_id} vendors={vendors} t={t} />
        <span>
          {t('column.matches')}
          {t('common:colon')}
          <Matches card={entry} t={t} />
        </span>
      </div>
    </div>
  )
}
