import { App } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isViewing } from '../lib/account-view.ts'

export interface ConfirmActionOptions {
  /** A question that names the object: "Delete the token “ci”?" */
  title: string
  /** The consequences. */
  consequence: ReactNode
  /** The verb on the button: "Delete". */
  confirm: string
  danger?: boolean
  /** The dialog is busy until it resolves. It closes on failure too, which the caller's mutation reports. */
  run(): Promise<unknown>
}

/** Asks for confirmation before an action that cannot simply be undone. */
export function useConfirmAction() {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return ({ title, consequence, confirm, danger = true, run }: ConfirmActionOptions) => {
    modal.confirm({
      title,
      content: consequence,
      okText: confirm,
      okButtonProps: { danger, disabled: isViewing },
      cancelText: t('actions.cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => run().catch(() => undefined),
    })
  }
}
