import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { buildCsv } from '@sluice/contract/csv'
import type { DataGrouping, DataOverview } from '@sluice/contract/data'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { currencySymbol } from '../../lib/format.ts'
import { saveText } from '../../lib/save-text.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { buildSheet } from './build-sheet.ts'
import type { PartLook } from './use-part-look.ts'

interface ExportButtonProps {
  overview: DataOverview | undefined
  by: readonly DataGrouping[]
  look: PartLook
}

/** Saves what the chart shows as a file for spreadsheets. */
export function ExportButton({ overview, by, look }: ExportButtonProps) {
  const { t } = useTranslation('dashboard')
  const format = useQuotaFormat()
  const save = () => {
    if (overview === undefined) return
    const words = {
      time: t('time'),
      by: { model: t('by.model'), token: t('by.token'), group: t('by.group'), channel: t('by.channel') },
      calls: t('metric.calls'),
      tokens: t('metric.tokens'),
      spend: format.inCurrency ? `${t('metric.quota')} (${currencySymbol(format)})` : t('metric.quota'),
      others: (count: number) => t('others', { count }),
      names: look.names,
    }
    saveText('usage.csv', buildCsv(buildSheet(overview, by, { words, format })), 'text/csv')
  }
  return (
    <Button
      icon={<DownloadOutlined />}
      aria-label={t('export')}
      title={t('export')}
      disabled={overview === undefined || overview.parts.length === 0}
      onClick={save}
    >
      {t('csv')}
    </Button>
  )
}
