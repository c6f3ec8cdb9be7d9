import type { UsageLog } from '@sluice/contract/usage-log'
import { useTranslation } from 'react-i18next'
import { CallReceipt } from '../../components/receipt/call-receipt.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { asCharged, parseDetail } from '../../lib/log-detail.ts'
import css from './playground.module.css'

/** The receipt of an answer, with the request ID that support asks for. */
export default function AnswerReceipt({ row }: { row: UsageLog }) {
  // Loads the texts of the parts: a part that loaded its own later would suspend the receipt.
  useTranslation(['receipt', 'logs'])
  return (
    <div className={css.receipt}>
      <CallReceipt
        row={asCharged({ ...row, detail: parseDetail(row) })}
        mark={<VendorMark model={row.model_name} />}
        note={row.request_id}
      />
    </div>
  )
}
