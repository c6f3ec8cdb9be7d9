import type { ApiToken } from '@sluice/contract/api-token'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { ownSite } from '../../lib/base-path.ts'
import { baseUrlOf, buildCurlExample, exampleModel } from '../../lib/curl-example.ts'
import { formatQuota } from '../../lib/format.ts'
import { useStatus } from '../../lib/queries.ts'
import { sortModels } from '../../lib/sort-models.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { usableModelsQuery } from '../../lib/user-queries.ts'
import css from './token-dialog.module.css'
import { namesOf, tokenLines, withPrefix } from './token-values.ts'

export interface CreatedTokens {
  tokens: ApiToken[]
  /** How many of the requested ones could not be created, and why. */
  missing: number
  reason: string
}

/** Shows new tokens: copy the keys, try one. */
export function CreatedDialog({ created, onClose }: { created: CreatedTokens | null; onClose(): void }) {
  const { t } = useTranslation('tokens')
  const count = created?.tokens.length ?? 0
  const [first] = created?.tokens ?? []
  const format = useQuotaFormat()
  const title = count > 1 ? t('created.title', { count }) : t('created.success')
  return (
    <TokenDialog title={title} tokens={created?.tokens ?? []} onClose={onClose}>
      {first && !first.unlimited_quota && (
        <p>{t('created.limit', { count, amount: formatQuota(first.remain_quota, format) })}</p>
      )}
      {created !== null && created.missing > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('created.partly', { count: created.missing, reason: created.reason })}
        />
      )}
    </TokenDialog>
  )
}

/** The key of one token and a call that uses it. */
export function ExampleDialog({ token, onClose }: { token: ApiToken | null; onClose(): void }) {
  const { t } = useTranslation('tokens')
  return (
    <TokenDialog
      title={t('created.exampleTitle', { name: token?.name ?? '' })}
      tokens={token === null ? [] : [token]}
      onClose={onClose}
    />
  )
}

interface TokenDialogProps {
  title: string
  tokens: ApiToken[]
  onClose(): void
  children?: ReactNode
}

function TokenDialog({ title, tokens, onClose, children }: TokenDialogProps) {
  const { t } = useTranslation('tokens')
  const [first] = tokens
  return (
    <Modal
      open={first !== undefined}
      title={title}
      width={680}
      onCancel={onClose}
      destroyOnHidden
      footer={<Button onClick={onClose}>{t('created.done')}</Button>}
    >
      {first !== undefined && (
        <Stack gap={24} className={css.dialog}>
          {children}
          <Keys tokens={tokens} />
          <Example token={first} />
        </Stack>
      )}
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
      <Row gap={12} justify="between" className={css.head}>
        <h2>{label}</h2>
        <Button type="primary" autoFocus onClick={() => copy(shown)}>
          {isSingle ? t('created.copyKey') : t('created.copyAll')}
        </Button>
      </Row>
      <CodeBlock label={label} wraps={isSingle}>
        {shown}
      </CodeBlock>
      <p className={css.hint}>{t('created.keyHint')}</p>
    </section>
  )
}

function Example({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const { copy } = useCopy()
  const status = useStatus()
  const { data: models } = useQuery(usableModelsQuery)
  const allowed = token.model_limits_enabled ? namesOf(token.model_limits) : sortModels(models ?? [])
  const example = buildCurlExample({
    baseUrl: baseUrlOf(status?.server_address ?? '', ownSite()),
    key: withPrefix(token.key),
    model: exampleModel(allowed),
  })
  return (
    <section>
      <Row gap={12} justify="between" className={css.head}>
        <h2>{t('created.example')}</h2>
        <Button onClick={() => copy(example)}>{t('created.copyExample')}</Button>
      </Row>
      <CodeBlock label={t('created.example')}>{example}</CodeBlock>
      {models?.length === 0 && <p className={css.hint}>{t('created.noModels')}</p>}
    </section>
  )
}

function CodeBlock({ label, wraps = false, children }: { label: string; wraps?: boolean; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard.
    <section className={css.code} data-wrap={wraps} tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  )
}
