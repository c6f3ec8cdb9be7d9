import { isMailAddress } from '@sluice/contract/address-forms'
import type { User } from '@sluice/contract/user'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, type FormInstance, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import { useCountdown } from '../../../components/use-countdown.ts'
import { useTurnstile } from '../../../components/use-turnstile.tsx'
import { api } from '../../../lib/api.ts'
import { placeRefusal } from '../../../lib/place-refusal.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { toastError, toastInfo, toastSuccess } from '../../../lib/toasts.ts'
import { useDialogEnd } from '../use-dialog-end.ts'

interface EmailValues {
  email: string
  code: string
  password?: string
  factor_code?: string
}
const resendSeconds = 30

/** Sets a new address: asks for the code sent to it, and for a proof of the owner. */
export function EmailDialog({ user, onClose }: { user: User; onClose(): void }) {
  const current = user.email
  const { t } = useTranslation('personal-settings')
  const end = useDialogEnd(onClose, selfQuery)
  const [form] = Form.useForm<EmailValues>()
  const turnstile = useTurnstile()
  const bind = async ({ email, code, password, factor_code }: EmailValues) => {
    const proof = { password, factor_code: factor_code?.trim() }
    await api('POST /api/oauth/email/bind', { body: { email: email.trim(), code: code.trim(), ...proof } })
    await end(t('email.bound'))
  }
  return (
    <FormDialog<EmailValues>
      name="bind-email"
      form={form}
      title={current === '' ? t('email.bindTitle') : t('email.changeTitle')}
      submitText={t('email.bind')}
      initialValues={{ email: '', code: '' }}
      onSubmit={bind}
      onClose={onClose}
    >
      {current !== '' && <DialogNote>{t('email.changeText', { email: current })}</DialogNote>}
      <Form.Item
        name="email"
        label={t('email.address')}
        rules={[
          { required: true, whitespace: true, message: t('email.required') },
          {
            validator: async (_, text: string | undefined) => {
              if ((text ?? '').trim() !== '' && !isMailAddress(text ?? '')) throw new Error(t('email.invalid'))
            },
          },
        ]}
      >
        <Input type="email" autoComplete="email" />
      </Form.Item>
      <Row align="stretch">
        <Form.Item
          className={layout.grow}
          name="code"
          label={t('email.code')}
          rules={[{ required: true, whitespace: true, message: t('email.codeRequired') }]}
        >
          <Input inputMode="numeric" autoComplete="one-time-code" />
        </Form.Item>
        <Form.Item label={<span aria-hidden>&nbsp;</span>} colon={false}>
          <SendCode form={form} turnstile={turnstile} />
        </Form.Item>
      </Row>
      {turnstile.widget}
      <OwnerProof user={user} codeName="factor_code" />
    </FormDialog>
  )
}

/** Sends the code, at most every thirty seconds. */
function SendCode(props: { form: FormInstance<EmailValues>; turnstile: ReturnType<typeof useTurnstile> }) {
  const { form, turnstile } = props
  const { t } = useTranslation('personal-settings')
  const countdown = useCountdown(resendSeconds)
  const send = useMutation({
    mutationFn: (email: string) =>
      api('GET /api/verification', { query: { email, turnstile: turnstile.token, purpose: 'bind' } }),
    meta: { silent: true },
    onSuccess: () => {
      countdown.start()
      toastSuccess(t('email.codeSent'))
      form.getFieldInstance('code')?.focus?.()
    },
    onError: (error) => {
      const rest = placeRefusal(form, error)
      if (rest) toastError(rest.message)
    },
    onSettled: turnstile.renew,
  })
  const ask = async () => {
    const isGood = await form.validateFields(['email']).then(
      () => true,
      () => false,
    )
    if (!isGood) return form.getFieldInstance('email')?.focus?.()
    if (turnstile.isMissing) return toastInfo(t('email.checkPending'))
    send.mutate(String(form.getFieldValue('email')).trim())
  }
  return (
    <Button disabled={countdown.left > 0} loading={send.isPending} onClick={() => void ask()}>
      {countdown.left > 0 ? t('email.resendIn', { count: countdown.left }) : t('email.getCode')}
    </Button>
  )
}
