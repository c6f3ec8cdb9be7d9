import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { formatList } from '../../../lib/format-list.ts'
import { unsetModelsQuery } from '../../../lib/queries.ts'
import css from './operation.module.css'

/** Lines of the list; the others are on the page of prices. */
const shownMax = 5

/** Enabled models without a price, each with a link to its price, and all of them on the page of prices. */
export function MissingPrices() {
  const { t } = useTranslation('settings-prices')
  const { data: missing } = useQuery(unsetModelsQuery)
  // The tab *Models without a price* reports a failure.
  if (missing === undefined || missing.length === 0) return null
  return (
    <Stack as="section" gap={4} className={css.missing} aria-label={t('missing.title', { count: missing.length })}>
      <Row justify="between" wrap>
        <strong className={texts.strong}>{t('missing.title', { count: missing.length })}</strong>
        <Link to="/console/prices" search={{ state: 'unpriced' }}>
          {t('missing.setAll')}
        </Link>
      </Row>
      <Stack as="ul" gap={2}>
        {missing.slice(0, shownMax).map(({ model, channels }) => (
          <Row as="li" key={model} gap={12} align="baseline">
            <Link to="/console/prices" search={{ open: model }} className={texts.cut} title={model}>
              <code>{model}</code>
            </Link>
            <span className={`${texts.hint} ${texts.cut}`}>
              {formatList(
                channels.map(({ name }) => name),
                i18next.resolvedLanguage,
              )}
            </span>
          </Row>
        ))}
      </Stack>
      {missing.length > shownMax && (
        <span className={texts.hint}>{t('missing.more', { count: missing.length - shownMax })}</span>
      )}
    </Stack>
  )
}
