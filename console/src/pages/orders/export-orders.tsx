import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveStream } from '../../lib/save-stream.ts'
import { toastFailure } from '../../lib/toasts.ts'
import type { OrderFilters } from './order-filters.ts'
import { exportOrders } from './queries.ts'

/** Saves all top-ups of the filter as a file. */
export function ExportOrders({ filters }: { filters: OrderFilters }) {
  const { t } = useTranslation('orders')
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveStream('topups.csv', (signal) => exportOrders(filters, signal)),
    onError: toastFailure,
  })
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={isPending}
      title={t('exportHint')}
      onClick={() => mutate()}
    >
      {t('export')}
    </Button>
  )
}
