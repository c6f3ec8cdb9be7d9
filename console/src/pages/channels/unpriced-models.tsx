import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../lib/queries.ts'
import css from './channels.module.css'
import { unpricedModelsQuery } from './queries.ts'

/** Models that are named; the price settings list all that channels offer. */
const namesMax = 12

/** Which of the chosen models have no price yet. Each name leads to its price, in a new tab: the form stays as it is. */
export function UnpricedModels({ models }: { models: readonly string[] }) {
  const { t } = useTranslation(['channel-editor', 'common'])
  const isFree = useStatus()?.self_use_mode_enabled === true
  const query = useQuery({ ...unpricedModelsQuery(models), enabled: models.length > 0 && !isFree })
  if (isFree || models.length === 0) return null
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
  // While new names are looked up, the answer is of the former ones.
  const unpriced = (query.data ?? []).filter((name) => models.includes(name))
  if (unpriced.length === 0) return null
  const hidden = unpriced.length - Math.min(namesMax, unpriced.length)
  return (
    <Alert
      role="status"
      type="warning"
      showIcon
      className={css.unpriced}
      title={
        <>
          {t('models.unpriced', { count: unpriced.length })}
          <ul className={css.unpricedNames}>
            {unpriced.slice(0, namesMax).map((name) => (
              <li key={name}>
                <Link {...priceOf(name)} target="_blank" aria-label={t('models.setPrice', { name })}>
                  <code>{name}</code>
                </Link>
              </li>
            ))}
            {hidden > 0 && <li>{t('models.unpricedMore', { count: hidden })}</li>}
          </ul>
        </>
      }
    />
  )
}

const priceOf = (name: string) =>
  linkOptions({
    to: '/setting',
    search: { tab: 'operation', prices: 'visual', price_of: name },
    hash: 'card-prices',
  })
