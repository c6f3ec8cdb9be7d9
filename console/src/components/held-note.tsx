import { useTranslation } from 'react-i18next'
import { formatQuota } from '../lib/format.ts'
import { useQuotaFormat } from '../lib/use-quota-format.ts'
import texts from './text.module.css'

/** What running calls hold of a balance, beside it: it is not lost. Nothing while no call runs. */
export function HeldNote({ held = 0 }: { held: number | undefined }) {
  const { t } = useTranslation('common')
  const format = useQuotaFormat()
  if (held <= 0) return null
  return <p className={texts.hint}>{t('held', { amount: formatQuota(held, format) })}</p>
}
