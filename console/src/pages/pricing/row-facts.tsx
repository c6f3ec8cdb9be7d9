import type { PricingRow } from '@sluice/contract/pricing'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { CopyText } from '../../components/copy-text.tsx'
import { Row } from '../../components/layout.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { useVendorName } from '../../components/vendor-mark/vendor-name.ts'
import { formatRatio } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'
import { useStatus } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { pricingQuery } from '../../lib/user-queries.ts'
import { amountText } from './amount-text.ts'
import { CompareButton } from './compare-button.tsx'
import { lineOf, type PriceLine } from './price-lines.ts'
import css from './pricing.module.css'
import { tagsOf } from './select-rows.ts'
import type { Compared } from './use-compared.ts'

/** The details show the others. */
const tagsShown = 3

/** The line below a model's name: its vendor, the number of its prices, and its tags. */
export function RowFacts({ row }: { row: PricingRow }) {
  const { t } = useTranslation('pricing')
  const nameOf = useVendorName()
  const tiers = row.tiers?.length ?? 0
  const tags = tagsOf(row)
  if (row.owner_by === '' && tiers === 0 && tags.length === 0) return null
  return (
    <span className={css.facts}>
      {row.owner_by !== '' && (
        <span className={css.vendor}>
          <VendorMark icon={row.icon} vendor={row.owner_by} /> {nameOf(row.owner_by)}
        </span>
      )}
      {tiers > 0 && <span>{t('tierCount', { count: tiers + 1 })}</span>}
      {tags.slice(0, tagsShown).map((tag) => (
        <ColorTag key={tag} color="neutral">
          {tag}
        </ColorTag>
      ))}
    </span>
  )
}

/** Replaces a missing price; the reason is shown on hover or beside it. */
export function NoPrice({ withReason = false }: { withReason?: boolean }) {
  const { t } = useTranslation('pricing')
  const isFree = useStatus()?.self_use_mode_enabled === true
  const { data } = useQuery({ ...pricingQuery(useSessionUser()?.id ?? null), throwOnError: false })
  const ratio = data?.unset_model_ratio ?? 0
  const reason = isFree
    ? t('unpricedFree')
    : ratio > 0
      ? t('unpricedAccepted', { ratio: formatRatio(ratio) })
      : t('unpricedHint')
  return withReason ? (
    <p>{reason}</p>
  ) : (
    <span className={css.quiet} title={reason}>
      {t('unpriced')}
    </span>
  )
}

/** The prices of cache reads and writes, a line each. */
export function CacheAmounts({ lines }: { lines: readonly PriceLine[] }) {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  return (
    <span className={css.cache}>
      {(['cacheRead', 'cacheWrite'] as const).map((part) => {
        const line = lineOf(lines, part)
        return (
          line && (
            <span key={part}>
              <span className={css.quiet}>{t(`short.${part}`)}</span> {amountText(part, line.own, format)}
            </span>
          )
        )
      })}
    </span>
  )
}

const groupsShown = 2

export function GroupTags({ row, group }: { row: PricingRow; group: string }) {
  const { t, i18n } = useTranslation('pricing')
  const others = row.enable_groups.filter((name) => name !== group)
  const shown = [group, ...others].slice(0, groupsShown)
  const more = row.enable_groups.length - shown.length
  return (
    <Row as="span" gap={4} wrap>
      {shown.map((name) => (
        <ColorTag key={name} color="neutral">
          {name}
        </ColorTag>
      ))}
      {more > 0 && (
        <small className={css.quiet} title={formatList(others.slice(groupsShown - 1), i18n.resolvedLanguage)}>
          {t('moreGroups', { count: more })}
        </small>
      )}
    </Row>
  )
}

interface RowNameProps {
  name: string
  /** The whole name, where it may be cut. */
  title?: string
  onOpen(model: string): void
  compared: Compared
}

/** The name of a model, which opens it, as the row or card around it does, with buttons that copy and compare it. */
export function RowName({ name, title, onOpen, compared }: RowNameProps) {
  const { t } = useTranslation('pricing')
  return (
    <Row as="span" gap={0}>
      <CopyText value={name} label={name}>
        <button
          type="button"
          className={css.name}
          title={title}
          aria-label={t('showDetails', { model: name })}
          onClick={(event) => {
            event.stopPropagation()
            onOpen(name)
          }}
        >
          {name}
        </button>
      </CopyText>
      <CompareButton model={name} compared={compared} />
    </Row>
  )
}
