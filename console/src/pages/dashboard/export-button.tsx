import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { buildCsv } from '@sluice/contract/csv'
import { type DataOverview, dataGroupings } from '@sluice/contract/data'
import { mapKeys } from '@sluice/contract/typed-keys'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { currencySymbol } from '../../lib/format.ts'
import { saveText } from '../../lib/save-text.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { buildSheet } from './build-sheet.ts'
import { type OverviewRequest, readWholeOverview } from './queries.ts'
import type { PartLook } from './use-part-look.ts'

interface ExportButtonProps {
  /** What the chart shows. */
  overview: DataOverview | undefined
  request: OverviewRequest
  look: PartLook
}

/** Saves the period of the chart as a file for spreadsheets, with the parts that the chart adds up as others. */
export function ExportButton({ overview, request, look }: ExportButtonProps) {
  const { t } = useTranslation('dashboard')
  const format = useQuotaFormat()
  const saving = useMutation({
    mutationFn: async () => {
      const whole = overview?.others === null ? overview : await readWholeOverview(request)
      const words = {
        time: t('time'),
        by: mapKeys(dataGroupings, (name) => t(`by.${name}`)),
        calls: t('metric.calls'),
        tokens: t('metric.tokens'),
        spend: format.inCurrency ? `${t('metric.quota')} (${currencySymbol(format)})` : t('metric.quota'),
        others: (count: number) => t('others', { count }),
        names: look.names,
      }
      saveText('usage.csv', buildCsv(buildSheet(whole, request.by, { words, format })), 'text/csv')
    },
  })
  return (
    <Button
      icon={<DownloadOutlined />}
      aria-label={t('export')}
      title={t('export')}
      disabled={overview === undefined || overview.parts.length === 0}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t('csv')}
    </Button>
  )
}
