import { buildCsv } from '@sluice/contract/csv'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveText } from '../../lib/save-text.ts'
import { toastWarning } from '../../lib/toasts.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { buildSheet, type SheetWords } from './build-sheet.ts'
import { keysOf, type MarginFilters } from './margin-filters.ts'
import { fetchWholeReport } from './queries.ts'

/** Exports the whole report, not only the current page. */
export function useExport(filters: MarginFilters) {
  const { t } = useTranslation('margin')
  const format = useQuotaFormat()
  const unit = format.inCurrency ? t('sheet.currency') : t('sheet.units')
  const inUnit = (column: string) => t('sheet.inUnit', { column, unit })
  const words: SheetWords = {
    key: {
      day: t('key.day'),
      model: t('key.model'),
      channel: t('key.channel'),
      user: t('key.user'),
      token: t('key.token'),
      channelId: t('sheet.channelId'),
      userId: t('sheet.userId'),
      tokenId: t('sheet.tokenId'),
      tokenOwner: t('sheet.tokenOwner'),
    },
    calls: t('column.calls'),
    charge: inUnit(t('column.charge')),
    list: inUnit(t('column.list')),
    costKnown: t('sheet.costKnown'),
    unpriced: t('unpriced.line'),
    costKnownCharge: inUnit(t('sheet.costKnownCharge')),
    cost: inUnit(t('column.cost')),
    margin: inUnit(t('column.margin')),
    marginPercent: t('column.marginPercent'),
    total: t('total'),
  }
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchWholeReport(filters),
    onSuccess(report) {
      saveText('margin.csv', buildCsv(buildSheet(report, keysOf(filters), { words, format })), 'text/csv')
      if (report.items.length < report.total) toastWarning(t('sheet.cut', { count: report.items.length }))
    },
  })
  return { start: () => mutate(), isRunning: isPending }
}
