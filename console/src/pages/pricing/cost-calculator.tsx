import type { PricingRow } from '@sluice/contract/pricing'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout.tsx'
import { PlainNumber } from '../../components/plain/plain-number.tsx'
import texts from '../../components/text.module.css'
import { formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { estimateCost, type PlannedCalls } from './estimate-cost.ts'
import css from './model-page.module.css'
import { Part } from './model-parts.tsx'

const start: PlannedCalls = {
  promptTokens: 2_000,
  answerTokens: 500,
  callsPerDay: 100,
}
const fieldsByToken = ['promptTokens', 'answerTokens', 'callsPerDay'] as const
const fieldsByCall = ['callsPerDay'] as const

/** What a month of calls costs in a group; nothing for models whose price is not by tokens or calls. */
export function CostCalculator({ row, groupRatio }: { row: PricingRow; groupRatio: number }) {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  const id = useId()
  const [typed, setTyped] = useState<Record<keyof PlannedCalls, number | null>>({ ...start })
  const amountOf = (field: keyof PlannedCalls): number => {
    const value = typed[field] ?? 0
    return value >= 0 ? value : 0
  }
  const calls = {
    promptTokens: amountOf('promptTokens'),
    answerTokens: amountOf('answerTokens'),
    callsPerDay: amountOf('callsPerDay'),
  }
  const cost = estimateCost(row, calls, { groupRatio, perUnit: format.perUnit })
  if (cost === null) return null
  const isByCall = row.billing_tiers === undefined && [row, ...(row.tiers ?? [])].every((one) => one.quota_type === 1)
  return (
    <Part title={t('calculator.title')} text={t('calculator.text')}>
      <div className={css.calculator}>
        {(isByCall ? fieldsByCall : fieldsByToken).map((field) => (
          <Stack key={field} gap={4}>
            <label htmlFor={`${id}-${field}`} className={texts.note}>
              {t(`calculator.${field}`)}
            </label>
            <PlainNumber
              id={`${id}-${field}`}
              value={typed[field]}
              onChange={(value) => setTyped((before) => ({ ...before, [field]: value }))}
            />
          </Stack>
        ))}
      </div>
      <p className={css.estimate} aria-live="polite">
        <span>{t('calculator.call', { amount: formatQuota(cost.call, format, 'call') })}</span>
        <b>{t('calculator.month', { amount: formatQuota(cost.month, format) })}</b>
      </p>
    </Part>
  )
}
