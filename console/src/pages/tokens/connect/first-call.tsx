import type { ApiToken } from '@sluice/contract/api-token'
import { logType } from '@sluice/contract/roles'
import type { UsageLog } from '@sluice/contract/usage-log'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { CallReceipt } from '../../../components/receipt/call-receipt.tsx'
import { VendorMark } from '../../../components/vendor-mark/vendor-mark.tsx'
import { formatQuota } from '../../../lib/format.ts'
import { asCharged, parseDetail } from '../../../lib/log-detail.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import { tokenListKey } from '../queries.ts'
import css from './connect.module.css'
import { firstCallQuery, isWaitOver } from './first-call-query.ts'

/** Waits for a call of the key, and shows it. `isNew`: the key was just created. */
export function FirstCall({ token, isNew }: { token: Pick<ApiToken, 'id' | 'created_time'>; isNew: boolean }) {
  const { t } = useTranslation('connect')
  const client = useQueryClient()
  const [round, setRound] = useState(0)
  const createdAt = isNew && round === 0 ? token.created_time * 1_000 : 0
  const query = useQuery(firstCallQuery(client, { id: token.id, createdAt, round }))
  const call = query.data?.call ?? null
  const isOver = query.data === undefined ? query.isError : isWaitOver(query.data)
  const state = call === null ? (isOver ? 'over' : 'waiting') : call.type === logType.error ? 'failed' : 'came'
  const shown = useRef<HTMLDivElement>(null)
  const hasCome = call !== null
  useEffect(() => {
    if (!hasCome) return
    shown.current?.scrollIntoView({ block: 'nearest' })
    // The list behind shows the last use, and what was spent.
    void client.invalidateQueries({ queryKey: tokenListKey })
  }, [hasCome, client])
  return (
    <div ref={shown} className={css.wait} data-state={state} role="status">
      <Row gap={10}>
        <span className={css.dot} aria-hidden />
        {call === null ? (
          <span>{isOver ? t('wait.over') : isNew ? t('wait.waiting') : t('wait.next')}</span>
        ) : (
          <CallLine call={call} />
        )}
        {state === 'over' && (
          <Button size="small" onClick={() => setRound(round + 1)}>
            {t('wait.again')}
          </Button>
        )}
      </Row>
      {state === 'came' && call !== null && (
        <div className={layout.apart}>
          <CallReceipt
            row={asCharged({ ...call, detail: parseDetail(call) })}
            mark={<VendorMark model={call.model_name} />}
          />
        </div>
      )}
    </div>
  )
}

function CallLine({ call }: { call: UsageLog }) {
  const { t } = useTranslation('connect')
  const format = useQuotaFormat()
  const link = (
    <Link to="/log" search={{ request_id: call.request_id }}>
      {t('wait.details')}
    </Link>
  )
  if (call.type === logType.error)
    return (
      <span>
        {t('wait.failed', { reason: call.content })} {link}
      </span>
    )
  return (
    <span>
      <strong>{t('wait.came')}</strong>{' '}
      {t('wait.call', {
        model: call.model_name,
        amount: formatQuota(call.quota, format, 'call'),
      })}{' '}
      {link}
    </span>
  )
}
