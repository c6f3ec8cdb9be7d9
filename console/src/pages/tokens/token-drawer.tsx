import { type ApiToken, apiTokenQuotaDefault, apiTokensPerBatchMax } from '@sluice/contract/api-token'
import { autoGroup } from '@sluice/contract/group'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../components/form-drawer.tsx'
import { useStatus } from '../../lib/queries.ts'
import { onSessionExpired, useSessionUser } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { createToken, createTokens, tokenListKey, tokenQuery, updateToken } from './queries.ts'
import type { CreatedTokens } from './token-dialog.tsx'
import { TokenForm } from './token-form.tsx'
import { buildNewTokenValues, buildTokenValues, buildTokenWrite, namesFor, type TokenValues } from './token-values.ts'

export interface TokenDrawerProps {
  /** From the URL: '' = closed, `new`, or the id of the token to edit. */
  open: string
  /** The account has no token yet: a name is proposed. Null = not known yet. */
  isFirst: boolean | null
  onClose(): void
  onCreated(created: CreatedTokens): void
}

/** Creates tokens, or edits one. */
export function TokenDrawer({ open, isFirst, onClose, onCreated }: TokenDrawerProps) {
  if (open === '' || open === 'new') {
    // The proposal is made once it is known whether there are tokens.
    const isOpen = open === 'new' && isFirst !== null
    return <NewTokenDrawer isOpen={isOpen} isFirst={isFirst} onClose={onClose} onCreated={onCreated} />
  }
  return <EditTokenDrawer key={open} id={open} onClose={onClose} />
}

/** What was typed when the login expired, for the same account only. In memory: it outlives no tab. */
let kept: { userId: number; values: Partial<TokenValues> } | null = null

function NewTokenDrawer(props: { isOpen: boolean } & Omit<TokenDrawerProps, 'open'>) {
  const { t } = useTranslation(['tokens', 'common'])
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null)

  const status = useStatus()
  const userId = useSessionUser()?.id ?? 0
  const [form] = Form.useForm<TokenValues>()
  const { isOpen } = props
  useEffect(
    () =>
      onSessionExpired(() => {
        if (isOpen && form.isFieldsTouched()) kept = { userId, values: form.getFieldsValue() }
      }),
    [isOpen, form, userId],
  )

  /** Tokens created before a failure are kept and shown; only a failure of the first is shown in the form. */
  const create = async (values: TokenValues): Promise<Submitted> => {
    const names = namesFor(values.name.trim(), values.unlimited_quota ? 1 : values.count)
    const tokens: ApiToken[] = []
    try {
      if (names.length === 1) tokens.push(await createToken(buildTokenWrite(values)))
      else
        for (let done = 0; done < names.length; done += apiTokensPerBatchMax) {
          setProgress({ done, count: names.length })
          const batch = names.slice(done, done + apiTokensPerBatchMax)
          tokens.push(...(await createTokens({ ...buildTokenWrite(values), names: batch })))
        }
      props.onCreated({ tokens, missing: 0, reason: '' })
    } catch (error) {
      if (tokens.length === 0) throw error
      const reason = error instanceof Error ? error.message : String(error)
      props.onCreated({ tokens, missing: names.length - tokens.length, reason })
    } finally {
      setProgress(null)
      await queryClient.invalidateQueries({ queryKey: tokenListKey })
    }
    return 'saved'
  }
  return (
    <FormDrawer<TokenValues>
      open={isOpen}
      form={form}
      title={t('drawer.addTitle')}
      submitText={t('common:actions.create')}
      onClose={() => {
        kept = null
        props.onClose()
      }}
      onSubmit={create}
      initialValues={{
        ...buildNewTokenValues(status?.default_token_quota ?? apiTokenQuotaDefault),
        ...(props.isFirst && { name: t('form.firstName') }),
        ...(status?.default_use_auto_group === true && { group: autoGroup }),
        ...(kept?.userId === userId && kept.values),
      }}
      footerExtra={progress && <span role="status">{t('drawer.progress', progress)}</span>}
    >
      <TokenForm />
    </FormDrawer>
  )
}

function EditTokenDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation(['tokens', 'common'])
  const queryClient = useQueryClient()
  const { data: token, error, refetch, isFetching } = useQuery(tokenQuery(id))

  const save = async (values: TokenValues): Promise<Submitted> => {
    if (token === undefined) return 'unchanged'
    await updateToken(buildTokenWrite(values, token))
    toastSuccess(t('common:updated'))
    await queryClient.invalidateQueries({ queryKey: tokenListKey })
    return 'saved'
  }
  if (token === undefined && error !== null) {
    return (
      <Drawer open title={t('drawer.editTitle')} size={600} onClose={onClose}>
        <Alert
          type="error"
          showIcon
          title={t('drawer.loadFailed')}
          description={error.message}
          action={
            <Button size="small" loading={isFetching} onClick={() => refetch()}>
              {t('common:actions.retry')}
            </Button>
          }
        />
      </Drawer>
    )
  }
  return (
    <FormDrawer<TokenValues>
      open
      title={token === undefined ? t('drawer.editTitle') : `${t('drawer.editTitle')} · ${token.name}`}
      loading={token === undefined}
      onClose={onClose}
      onSubmit={save}
      initialValues={token === undefined ? {} : buildTokenValues(token)}
    >
      {token !== undefined && <TokenForm edited={token} />}
    </FormDrawer>
  )
}
