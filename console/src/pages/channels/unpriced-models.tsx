import { objectionToModels } from '@sluice/contract/name-lists'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../lib/queries.ts'
import css from './channels.module.css'
import { priceOf } from './model-price-text.tsx'
import { NamesAlert } from './names-alert.tsx'
import { unpricedModelsQuery } from './queries.ts'

/** The selected models without a price. Each name links to its price in a new tab, so that the form stays open. */
export function UnpricedModels({ models }: { models: readonly string[] }) {
  const { t } = useTranslation(['channel-editor', 'common'])
  const isFree = useStatus()?.self_use_mode_enabled === true
  const isAsked = models.length > 0 && !isFree && objectionToModels(models) === null
  const query = useQuery({ ...unpricedModelsQuery(models), enabled: isAsked })
  if (!isAsked) return null
  if (query.error !== null)
    return (
      <Alert
        role="status"
        type="warning"
        showIcon
        className={css.unpriced}
        title={t('models.pricesUnknown')}
        action={
          <Button size="small" onClick={() => query.refetch()}>
            {t('common:actions.retry')}
          </Button>
        }
      />
    )
  // During a reload the data still belongs to the previous names.
  const unpriced = (query.data ?? []).filter((name) => models.includes(name))
  if (unpriced.length === 0) return null
  return (
    <NamesAlert
      title={t('models.unpriced', { count: unpriced.length })}
      names={unpriced}
      renderName={(name) => (
        <Link {...priceOf(name)} target="_blank" aria-label={t('models.setPrice', { name })}>
          <code>{name}</code>
        </Link>
      )}
    />
  )
}
