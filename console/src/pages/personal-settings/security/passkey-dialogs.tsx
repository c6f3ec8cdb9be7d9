import { passkeyNameMax, type SecondFactors } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import { api } from '../../../lib/api.ts'
import { describeAgent } from '../../../lib/describe-agent.ts'
import { factorsQuery } from '../../../lib/user-queries.ts'
import { useDialogEnd } from '../use-dialog-end.ts'

/** A cancelled dialog shows no error. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** The browser refuses to create a second passkey of an account on one device. */
const isKnownHere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

async function addPasskey({ name, password, code }: AddValues): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { flow, options } = await api('POST /api/user/passkeys/options', {
    body: { password, code: code?.trim() },
  })
  const response = await startRegistration({ optionsJSON: options })
  await api('POST /api/user/passkeys/', { body: { flow, name: name.trim(), response } })
}

interface AddValues {
  name: string
  password?: string
  code?: string
}

/** The name and the proof of the owner; then the browser asks for the passkey. */
export function AddPasskeyDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const end = useDialogEnd(onClose, factorsQuery)
  const { browser, system } = describeAgent(navigator.userAgent)
  const add = async (values: AddValues) => {
    try {
      await addPasskey(values)
    } catch (error) {
      if (isCancelled(error)) return
      throw isKnownHere(error) ? new Error(t('passkey.known'), { cause: error }) : error
    }
    await end(t('passkey.added'))
  }
  return (
    <FormDialog<AddValues>
      name="add-passkey"
      title={t('passkey.addTitle')}
      submitText={t('passkey.continue')}
      initialValues={{
        name: browser === '' || system === '' ? '' : t('passkey.defaultName', { browser, system }),
      }}
      onSubmit={add}
      onClose={onClose}
    >
      <DialogNote>{t('passkey.addText')}</DialogNote>
      <NameField />
      <OwnerProof user={user} />
    </FormDialog>
  )
}

export function RenamePasskeyDialog(props: { passkey: SecondFactors['passkeys'][number]; onClose(): void }) {
  const { t } = useTranslation(['personal-settings', 'common'])
  const { passkey, onClose } = props
  const end = useDialogEnd(onClose, factorsQuery)
  const rename = async ({ name }: { name: string }) => {
    await api('PUT /api/user/passkeys/:id', { params: { id: passkey.id }, body: { name: name.trim() } })
    await end(t('common:updated'))
  }
  return (
    <FormDialog<{ name: string }>
      name="rename-passkey"
      title={t('passkey.renameTitle')}
      submitText={t('common:actions.save')}
      initialValues={{ name: passkey.name }}
      onSubmit={rename}
      onClose={onClose}
    >
      <NameField />
    </FormDialog>
  )
}

function NameField() {
  const { t } = useTranslation('personal-settings')
  return (
    <Form.Item
      name="name"
      label={t('passkey.name')}
      extra={t('passkey.nameHint')}
      rules={[{ required: true, whitespace: true, message: t('passkey.nameRequired') }]}
      validateTrigger={[]}
    >
      <Input autoComplete="off" maxLength={passkeyNameMax} />
    </Form.Item>
  )
}
