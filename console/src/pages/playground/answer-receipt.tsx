import { parseRecord } from '@sluice/contract/read-json'
import type { UsageLog } from '@sluice/contract/usage-log'
import { CallReceipt } from '../../components/receipt/call-receipt.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import css from './playground.module.css'

/** The receipt of an answer, with the request ID that support asks for. */
export default function AnswerReceipt({ row }: { row: UsageLog }) {
  const detail = parseRecord(row.other) ?? {}
  return (
    <div className={css.receipt}>
      <CallReceipt row={{ ...row, detail }} mark={<VendorMark model={row.model_name} />} note={row.request_id} />
    </div>
  )
}
