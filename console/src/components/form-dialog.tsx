import { Alert, Button, Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isViewing } from '../lib/account-view.ts'
import { api } from '../lib/api.ts'
import { ApiError } from '../lib/api-client.ts'
import { openPath, withBasePath } from '../lib/base-path.ts'
import { placeRefusal } from '../lib/place-refusal.ts'
import { endSession } from '../lib/session.ts'
import css from './form-dialog.module.css'
import { useAskToDiscard } from './use-ask-to-discard.ts'
import { useSubmit } from './use-submit.ts'

export interface FormDialogProps<Values extends object> {
  /** Prefix of the field ids, which must differ from those of other forms. */
  name: string
  title: ReactNode
  submitText: string
  onClose(): void
  /** Closes the dialog after a success. Reject: invalid fields are marked, and other errors are shown at the top. */
  onSubmit(values: Values): Promise<void>
  initialValues?: Partial<Values>
  form?: FormInstance<Values>
  /** Form.Items. */
  children: ReactNode
  /** For actions that cannot be undone. */
  danger?: boolean
  /** The form has only a password, a code or a confirmation: closing loses no work, so there is no question. */
  isProofOnly?: boolean
  /** Pixels, for a dialog that shows more than a few fields. */
  width?: number
  /** Shown over a dialog that waits for this one. */
  isOnTop?: boolean
}

const widthDefault = 440
/** Above confirmations, which the library places above other dialogs; below its messages. */
const onTop = 2_005

/** A dialog with a few fields that asks before input is lost. Mounted when it is opened. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { name, title, submitText, onClose, onSubmit, initialValues, children, danger = false } = props
  const { isProofOnly = false, isOnTop = false, width = widthDefault } = props
  const askToDiscard = useAskToDiscard()
  const [ownForm] = Form.useForm<Values>()
  const form = props.form ?? ownForm
  const { isBusy, run } = useSubmit()
  const [isChanged, setIsChanged] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)

  const showFailure = (error: unknown) => {
    const rest = placeRefusal(form, error)
    if (rest) setFailure(rest)
  }
  const submit = (values: Values) =>
    run(async () => {
      setFailure(null)
      await onSubmit(values)
    }, showFailure)
  return (
    <Modal
      open
      title={title}
      width={width}
      {...(isOnTop && { zIndex: onTop })}
      okText={submitText}
      // Labelled here, as the spinner would otherwise become part of the name.
      okButtonProps={{ danger, 'aria-label': submitText, loading: isBusy, disabled: isViewing }}
      onOk={() => form.submit()}
      onCancel={() => (isChanged && !isProofOnly ? askToDiscard(onClose) : onClose())}
    >
      <Form<Values>
        form={form}
        name={name}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        className={css.form}
        // The type of antd asks for its own deep partial of the values.
        {...(initialValues && { initialValues: initialValues as never })}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onValuesChange={() => setIsChanged(true)}
        onFinish={submit}
      >
        {failure !== null && (
          <Alert
            type="error"
            showIcon
            title={failure.message}
            action={failure instanceof ApiError && failure.code === 'sign_in_again' && <SignInAgain />}
            className={css.alert}
          />
        )}
        <div inert={isBusy}>{children}</div>
        {/* Enter submits the form. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

/** A sentence above the fields. */
export const DialogNote = ({ children }: { children: ReactNode }) => <p className={css.note}>{children}</p>

/** Logs out; the login returns to this page. */
function SignInAgain() {
  const { t } = useTranslation('personal-settings')
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    // The next login ends the previous session in any case.
    await api('POST /api/user/logout').catch(() => undefined)
    endSession()
    location.assign(withBasePath(`/login?next=${encodeURIComponent(openPath())}`))
  }
  return (
    <Button size="small" loading={isLeaving} onClick={leave}>
      {t('proof.again')}
    </Button>
  )
}
