import { useBlocker } from '@tanstack/react-router'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { sessionUser } from '../../lib/session.ts'

/** Asks before the page is left with something unsaved. Its own tabs keep what was typed. */
export function useLeaveGuard(isDirty: () => boolean): void {
  const { t } = useTranslation(['settings', 'common'])
  const { modal } = App.useApp()
  const mayLeave = () =>
    new Promise<boolean>((resolve) => {
      modal.confirm({
        title: t('common:form.discardTitle'),
        content: t('leaveText'),
        okText: t('common:form.discard'),
        okButtonProps: { danger: true },
        cancelText: t('common:form.keepEditing'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Someone who is no longer signed in cannot save anyway.
      if (current.pathname === next.pathname || !isDirty() || sessionUser() === null) return false
      return !(await mayLeave())
    },
    enableBeforeUnload: isDirty,
  })
}
