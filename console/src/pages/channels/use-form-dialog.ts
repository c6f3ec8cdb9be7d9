import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskToDiscard } from '../../components/use-ask-to-discard.ts'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'

/**
 * A window with a form that saves by a mutation: what the window needs, the form, and how to save.
 * Input is not lost without a question.
 */
export function useFormDialog<Values>(onClose: () => void) {
  const { t } = useTranslation('common')
  const [form] = Form.useForm<Values>()
  const [isSaving, setIsSaving] = useState(false)
  const askToDiscard = useAskToDiscard()
  useFocusReturn(true)
  const isChanged = () => form.isFieldsTouched()
  useLeaveGuard(isChanged, { isOverPage: true })
  /** Closes once `write` succeeded. */
  const save = async (write: () => Promise<unknown>) => {
    setIsSaving(true)
    try {
      await write()
      onClose()
    } catch {
      // Shown by the mutation; the dialog stays for another try.
      setIsSaving(false)
    }
  }
  const dialog = {
    open: true,
    cancelText: t('actions.cancel'),
    confirmLoading: isSaving,
    onCancel: () => (isChanged() ? askToDiscard(onClose) : onClose()),
    onOk: () => form.submit(),
  }
  return { form, dialog, save }
}
