import { Alert, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { may, useSessionUser } from '../../lib/session.ts'

const useMaySend = (): boolean => may(useSessionUser(), 'channel.sensitive_write')

/** Fields that decide where calls and keys go. Only some administrators may change them. */
export function SensitiveFields({ children }: { children: ReactNode }) {
  return useMaySend() ? children : <ConfigProvider componentDisabled>{children}</ConfigProvider>
}

/** Fields that are shown only to those who may change them. */
export function HiddenFields({ children }: { children: ReactNode }) {
  return useMaySend() && children
}

/** Says why some fields of the form are fixed. */
export function SensitiveNote() {
  const { t } = useTranslation('channel-editor')
  return !useMaySend() && <Alert type="info" showIcon title={t('form.withoutSensitive')} />
}
