import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { App, Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { api } from '../../lib/api.ts'
import { basePath, withBasePath } from '../../lib/base-path.ts'
import { formatDuration, formatTime } from '../../lib/format.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { buildCurl } from './build-curl.ts'
import { isFailed, type LogRow } from './log-rows.ts'

/** What can be done with a call: repeat it, show it to someone, and for operators look at its route. */
export function CallActions({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const { copy } = useCopy()
  const isAdmin = readsAllCalls(useSessionUser())
  const curl = buildCurl(row, `${window.location.origin}${basePath}`)
  return (
    <Row wrap>
      {row.model_name !== '' && (
        <Link to="/playground333" search={{ model: row.model_name }}>
          <Button size="small">{t('call.playground')}</Button>
        </Link>
      )}
      {curl !== null && (
        <Button size="small" onClick={() => void copy(curl)}>
          {t('call.copyCurl')}
        </Button>
      )}
      <ShareButton row={row} />
      {isAdmin && <OperatorActions row={row} />}
    </Row>
  )
}

const daysOffered = [1, 7, 30] as const

/** A link that shows the receipt without a login, copied to the clipboard. */
function ShareButton({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const { copy } = useCopy()
  const { modal } = App.useApp()
  const share = useMutation({
    mutationFn: (days: number) =>
      api('POST /api/log/receipt', { body: { id: row.id, created_at: row.created_at, days } }),
    onSuccess({ link, expires_at }) {
      const address = `${window.location.origin}${withBasePath(`/receipt/${link}`)}`
      void copy(address, t('call.shared', { time: formatTime(expires_at).slice(0, 16) }))
    },
  })
  const revoke = useMutation({
    mutationFn: () => api('DELETE /api/log/receipt'),
    onSuccess: () => toastSuccess(t('call.revoked')),
  })
  const items = [
    ...daysOffered.map((days) => ({ key: String(days), label: t('call.shareDays', { count: days }) })),
    { type: 'divider' as const },
    { key: 'revoke', label: t('call.revoke'), danger: true },
  ]
  const choose = ({ key }: { key: string }) => {
    if (key !== 'revoke') return share.mutate(Number(key))
    modal.confirm({
      title: t('call.revoke'),
      content: t('call.revokeEffect'),
      okText: t('call.revoke'),
      okButtonProps: { danger: true },
      onOk: () => revoke.mutateAsync(),
    })
  }
  return (
    <Dropdown menu={{ items, onClick: choose }} trigger={['click']}>
      <Button size="small" loading={share.isPending} title={t('call.shareHint')}>
        {t('call.share')}
      </Button>
    </Dropdown>
  )
}

function OperatorActions({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const { channel, model_name: model, group, user_id } = row
  const tier = row.detail.served?.tier
  return (
    <>
      {channel > 0 && (
        <Link to="/channel/edit/$id" params={{ id: String(channel) }}>
          <Button size="small">{t('call.openChannel')}</Button>
        </Link>
      )}
      {model !== '' && (
        <Link to="/channel-live" search={{ model, group, user_id, ...(tier && { service_tier: tier }) }}>
          <Button size="small">{t('call.whereNow')}</Button>
        </Link>
      )}
      {channel > 0 && model !== '' && isFailed(row) && <TestButton channel={channel} model={model} />}
    </>
  )
}

/** Sends a small request with this model through the channel. */
function TestButton({ channel, model }: { channel: number; model: string }) {
  const { t } = useTranslation('logs')
  const test = useMutation({
    mutationFn: () => api.answer('GET /api/channel/test/:id', { params: { id: channel }, query: { model } }),
    meta: { silent: true },
    onSuccess: ({ time }) => toastSuccess(t('call.testPassed', { time: formatDuration((time ?? 0) * 1000) })),
    onError: (error) => toastError(t('call.testFailed', { message: error.message })),
  })
  return (
    <Button size="small" loading={test.isPending} title={t('call.testHint')} onClick={() => test.mutate()}>
      {t('call.test')}
    </Button>
  )
}
