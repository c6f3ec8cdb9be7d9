import { Button, ConfigProvider, Drawer, Form, type FormInstance } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isViewing } from '../lib/account-view.ts'
import { placeRefusal } from '../lib/place-refusal.ts'
import { toastError, toastInfo } from '../lib/toasts.ts'
import css from './form-drawer.module.css'
import layout from './layout.module.css'
import { Row } from './layout.tsx'
import { revealRefused } from './reveal-refused.ts'
import texts from './text.module.css'
import { useAskToDiscard } from './use-ask-to-discard.ts'
import { ownFocus, useFocusReturn } from './use-focus-return.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useSubmit } from './use-submit.ts'

/**
 * `saved`: the drawer closes. `unchanged`: it says so and stays open. No other value is accepted: the drawer awaits it.
 */
export type Submitted = 'saved' | 'unchanged'

export interface FormDrawerProps<Values extends object> {
  open: boolean
  title: ReactNode
  /** Closes the drawer: after a success, or after the user agreed to discard changes. */
  onClose(): void
  /** Reject with ApiError: its fields are marked, and a toast shows the other errors. */
  onSubmit(values: Values): Promise<Submitted>
  initialValues: Partial<Values>
  /** Form.Items. */
  children: ReactNode
  submitText?: string
  placement?: 'left' | 'right'
  /** From Form.useForm, when the page needs it (Form.useWatch, setFieldValue). */
  form?: FormInstance<Values>
  /** At the left of the footer. */
  footerExtra?: ReactNode
  /** Shown instead of the form while its data loads. */
  loading?: boolean
  /** Nearly all fields are optional, and a text says so: they are not marked one by one. */
  mostlyOptional?: boolean
}

const width = 600

/** Lists open inside the dialog, so that screen readers and the focus reach them. */
const dialogOf = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest<HTMLElement>('[role="dialog"]') ?? document.body

/** A form beside its list. Remount it (`key`) to edit another object. */
export function FormDrawer<Values extends object>(props: FormDrawerProps<Values>) {
  const { open, title, onClose, onSubmit, initialValues, children, placement = 'right' } = props
  const { t } = useTranslation()
  const askToDiscard = useAskToDiscard()
  const isPhone = useIsPhone()
  // Part of the ids of fields: while one drawer slides out and another in, labels must not name the fields of the
  // other.
  const name = useId()
  const submitText = props.submitText ?? t('actions.save')
  const [ownForm] = Form.useForm<Values>()
  const form = props.form ?? ownForm
  const shown = useRef<HTMLDivElement>(null)
  const { isBusy: isSaving, run } = useSubmit()
  // A ref and not a state: a saved drawer leaves its address before the next render, and must not ask then.
  const isChanged = useRef(false)
  useLeaveGuard(() => isChanged.current, { isOverPage: true })
  useFocusReturn(open)

  const close = () => {
    isChanged.current = false
    onClose()
  }
  const askToClose = () => {
    if (!isChanged.current) return close()
    askToDiscard(close)
  }
  const submit = (values: Values) =>
    run(async () => {
      if ((await onSubmit(values)) === 'saved') return close()
      isChanged.current = false
      toastInfo(t('form.unchanged'))
    }, showFailure)
  const reveal = () => {
    if (shown.current !== null) revealRefused(shown.current)
  }
  const showFailure = (error: unknown) => {
    const rest = placeRefusal(form, error)
    reveal()
    if (rest) toastError(rest.message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.submit()
  }

  return (
    <Drawer
      open={open}
      title={title}
      placement={placement}
      size={isPhone ? '100%' : width}
      destroyOnHidden
      focusable={ownFocus}
      onClose={askToClose}
      loading={props.loading}
      footer={
        <Row>
          <div className={layout.grow}>
            {isViewing ? (
              <span className={texts.hint}>{t('form.readOnly')}</span>
            ) : (
              (props.footerExtra ?? <span className={`${texts.hint} ${css.hint}`}>{t('form.submitHint')}</span>)
            )}
          </div>
          <Button onClick={askToClose}>{t('actions.cancel')}</Button>
          <Button
            type="primary"
            // Labelled here, as the spinner would otherwise become part of the name.
            aria-label={submitText}
            aria-busy={isSaving}
            loading={isSaving}
            disabled={props.loading || isViewing}
            onClick={() => form.submit()}
          >
            {submitText}
          </Button>
        </Row>
      }
    >
      <div ref={shown} inert={isSaving}>
        <Form<Values>
          form={form}
          name={name}
          layout="vertical"
          requiredMark={props.mostlyOptional ? false : 'optional'}
          preserve={false}
          validateTrigger="onBlur"
          initialValues={initialValues}
          scrollToFirstError={{ focus: true, block: 'center' }}
          onFinishFailed={reveal}
          onValuesChange={() => {
            isChanged.current = true
          }}
          onFinish={submit}
          onKeyDown={onKeyDown}
        >
          <ConfigProvider getPopupContainer={dialogOf}>{children}</ConfigProvider>
        </Form>
      </div>
    </Drawer>
  )
}

/** A short heading over the fields that belong together. */
export function FormGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
