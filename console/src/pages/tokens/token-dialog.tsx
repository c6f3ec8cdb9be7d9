import type { ApiToken } from '@sluice/contract/api-token'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { tokenListKey, updateToken } from './queries.ts'
import css from './token-dialog.module.css'
import { tokenLines, withPrefix } from './token-values.ts'

const ConnectPanel = lazy(async () => ({ default: (await import('./connect/connect-panel.tsx')).ConnectPanel }))

export interface CreatedTokens {
  tokens: ApiToken[]
  /** How many of the requested ones could not be created, and why. */
  missing: number
  reason: string
}

interface CreatedDialogProps {
  created: CreatedTokens | null
  onClose(): void
  /** A token was changed. */
  onChange(created: CreatedTokens): void
}

/** Shows new keys: copy them, use one in a program. */
export function CreatedDialog({ created, onClose, onChange }: CreatedDialogProps) {
  const { t } = useTranslation('tokens')
  const tokens = created?.tokens ?? []
  const [first] = tokens
  const isSingle = tokens.length === 1
  const title = isSingle
    ? t('created.named', { name: first?.name ?? '' })
    : t('created.title', { count: tokens.length })
  return (
    <TokenDialog title={title} token={first} onClose={onClose}>
      {created !== null && created.missing > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('created.partly', { count: created.missing, reason: created.reason })}
        />
      )}
      <Keys tokens={tokens} />
      {created && first && !first.unlimited_quota && (
        <Limit
          token={first}
          count={tokens.length}
          onFree={(free) => onChange({ ...created, tokens: [{ ...first, ...free, key: first.key }] })}
        />
      )}
      {isSingle && first && (
        <Suspense fallback={<Skeleton active />}>
          <ConnectPanel token={first} isNew />
        </Suspense>
      )}
    </TokenDialog>
  )
}

/** How to use the key of one token. */
export function ConnectDialog({ token, onClose }: { token: ApiToken | null; onClose(): void }) {
  const { t } = useTranslation('connect')
  return (
    <TokenDialog title={t('title', { name: token?.name ?? '' })} token={token ?? undefined} onClose={onClose}>
      {token && (
        <Suspense fallback={<Skeleton active />}>
          <ConnectPanel token={token} />
        </Suspense>
      )}
    </TokenDialog>
  )
}

interface TokenDialogProps {
  title: string
  token: ApiToken | undefined
  onClose(): void
  children: ReactNode
}

function TokenDialog({ title, token, onClose, children }: TokenDialogProps) {
  const { t } = useTranslation('tokens')
  return (
    <Modal
      open={token !== undefined}
      title={title}
      width={860}
      onCancel={onClose}
      destroyOnHidden
      footer={<Button onClick={onClose}>{t('created.done')}</Button>}
    >
      <Stack gap={20} className={css.dialog} key={token?.id}>
        {children}
      </Stack>
    </Modal>
  )
}

function Keys({ tokens }: { tokens: ApiToken[] }) {
  const { t } = useTranslation('tokens')
  const { copy } = useCopy()
  const [first] = tokens
  const isSingle = tokens.length === 1
  const shown = isSingle && first ? withPrefix(first.key) : tokenLines(tokens)
  const label = isSingle ? t('created.key') : t('created.keys')
  return (
    <section>
      <Row gap={12} align="start" className={css.key}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard. */}
        <section className={css.code} data-wrap={isSingle} tabIndex={0} aria-label={label}>
          <pre>{shown}</pre>
        </section>
        <Button type={isSingle ? 'default' : 'primary'} autoFocus onClick={() => copy(shown)}>
          {isSingle ? t('created.copyKey') : t('created.copyAll')}
        </Button>
      </Row>
      <p className={css.hint}>{t('created.keyHint')}</p>
    </section>
  )
}

interface LimitProps {
  token: ApiToken
  count: number
  onFree(saved: ApiToken): void
}

/** Where a new key stops, and how it does not. */
function Limit({ token, count, onFree }: LimitProps) {
  const { t } = useTranslation('tokens')
  const format = useQuotaFormat()
  const queryClient = useQueryClient()
  const free = useMutation({
    mutationFn: () => updateToken({ id: token.id, unlimited_quota: true }),
    onSuccess: async (saved) => {
      onFree(saved)
      await queryClient.invalidateQueries({ queryKey: tokenListKey })
    },
  })
  return (
    <Row gap={[4, 12]} wrap>
      <span>{t('created.limit', { count, amount: formatQuota(token.remain_quota, format) })}</span>
      {count === 1 && (
        <Button size="small" loading={free.isPending} onClick={() => free.mutate()}>
          {t('form.noLimit')}
        </Button>
      )}
    </Row>
  )
}
