import { App } from 'antd'
import { useTranslation } from 'react-i18next'

/** Asks before typed input is discarded. `onKeep`: the user stays. */
export function useAskToDiscard(): (onDiscard: () => void, more?: { text?: string; onKeep?: () => void }) => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (onDiscard, { text = t('form.discardText'), onKeep } = {}) => {
    modal.confirm({
      title: t('form.discardTitle'),
      content: text,
      okText: t('form.discard'),
      okButtonProps: { danger: true },
      cancelText: t('form.keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onDiscard,
      ...(onKeep && { onCancel: onKeep }),
    })
  }
}
