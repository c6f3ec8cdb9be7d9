import { causeOfCall } from '@sluice/contract/call-causes'
import type { SharedReceipt } from '@sluice/contract/receipt'
import { logType } from '@sluice/contract/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PlainLines } from '../../components/plain/plain-lines.tsx'
import { CallReceipt } from '../../components/receipt/call-receipt.tsx'
import { Receipt } from '../../components/receipt/receipt.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-client.ts'
import { formatDuration, formatTime } from '../../lib/format.ts'
import { asCharged, parseDetail } from '../../lib/log-detail.ts'
import { usePageLocation } from '../../lib/page-router.tsx'
import css from './receipt-page.module.css'

const receiptQuery = (link: string) =>
  queryOptions({
    queryKey: ['receipt', link],
    queryFn: ({ signal }) => api('GET /api/receipt/:link', { params: { link }, signal }),
    retry: false,
    meta: { silent: true },
  })

/** The receipt of one call, for anyone who has its link: amounts without content, account, key and route. */
export function ReceiptPage() {
  const { t } = useTranslation('receipt')
  const link = usePageLocation().pathname.split('/').at(-1) ?? ''
  const { data, error } = useQuery(receiptQuery(link))
  return (
    <div className={css.page}>
      <h1 className="visually-hidden">{t('page.title')}</h1>
      {error !== null && (
        <div role="alert">
          <h2>{t('page.gone')}</h2>
          <p>{error instanceof ApiError && error.code === 'not_found' ? t('page.goneHint') : error.message}</p>
        </div>
      )}
      {error === null && data === undefined && <PlainLines />}
      {data && <Shown receipt={data} />}
    </div>
  )
}

function Shown({ receipt }: { receipt: SharedReceipt }) {
  const { t } = useTranslation(['receipt', 'logs', 'causes'])
  const detail = parseDetail(receipt)
  const { type, created_at, request_id, use_time, model_name, quota } = receipt
  const facts = [
    { label: t('logs:field.time'), value: formatTime(created_at) },
    { label: t('page.duration'), value: formatDuration(detail.total_ms ?? use_time * 1000) },
    { label: t('logs:field.requestId'), value: request_id },
  ]
  const mark = <VendorMark model={model_name} />
  const until = t('page.until', { time: formatTime(receipt.expires_at).slice(0, 16) })
  if (type === logType.error) {
    const cause = causeOfCall({ code: detail.error?.code ?? '', status: detail.error?.status ?? 0, message: '' })
    const why = `${t('logs:call.failed', { what: t(`causes:${cause}.what`) })} ${t('logs:call.notCharged')}`
    return <Receipt title={model_name} mark={mark} facts={facts} lines={[]} total={0} note={`${why} ${until}`} />
  }
  const plain = <Receipt title={model_name} mark={mark} facts={facts} lines={[]} total={quota} note={until} />
  return <CallReceipt row={asCharged({ ...receipt, detail })} mark={mark} facts={facts} note={until} fallback={plain} />
}
