import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskToDiscard } from '../../components/use-ask-to-discard.ts'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import css from './channels.module.css'

/** A dialog with a form that is saved by a mutation. Asks before input is discarded. */
export function useFormDialog<Values>(onClose: () => void) {
  const { t } = useTranslation('common')
  const [form] = Form.useForm<Values>()
  const [isSaving, setIsSaving] = useState(false)
  const askToDiscard = useAskToDiscard()
  useFocusReturn(true)
  const isChanged = () => form.isFieldsTouched()
  useLeaveGuard(isChanged, { isOverPage: true })
  /** Closes after `write` succeeded. */
  const save = async (write: () => Promise<unknown>) => {
    setIsSaving(true)
    try {
      await write()
      onClose()
    } catch {
      // The mutation shows the error; the dialog stays open.
      setIsSaving(false)
    }
  }
  const dialog = {
    open: true,
    // A long form scrolls, so that its buttons stay in view.
    classNames: { body: css.dialogBody ?? '' },
    cancelText: t('actions.cancel'),
    confirmLoading: isSaving,
    onCancel: () => (isChanged() ? askToDiscard(onClose) : onClose()),
    onOk: () => form.submit(),
  }
  return { form, dialog, save }
}
