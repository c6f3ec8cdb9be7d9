import { Button, Form, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogNote, FormDialog } from '../../../components/form-dialog.tsx'
import { useCountdown } from '../../../components/use-countdown.ts'
import { WeChatCode } from '../../../components/wechat-code.tsx'
import { api } from '../../../lib/api.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { useDialogEnd } from '../use-dialog-end.ts'

const validSeconds = 180
const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The code that the official account answers, valid for three minutes. */
export function WeChatDialog({ qrCode, onClose }: { qrCode: string; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const end = useDialogEnd(onClose, selfQuery)
  const { left, start } = useCountdown(validSeconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs from the moment the dialog opens.
  useEffect(start, [])
  const bind = async ({ code }: { code?: string }) => {
    if (!code?.trim()) return
    await api('POST /api/oauth/wechat/bind', { body: { code: code.trim() } })
    await end(t('wechat.success'))
  }
  return (
    <FormDialog<{ code?: string }>
      name="bind-wechat"
      isProofOnly
      title={t('wechat.title')}
      submitText={t('bind.bind')}
      onSubmit={bind}
      onClose={onClose}
    >
      <WeChatCode address={qrCode} />
      <DialogNote>{t('wechat.text')}</DialogNote>
      <Form.Item
        name="code"
        label={t('wechat.code')}
        extra={
          left > 0 ? (
            t('wechat.timeLeft', { time: clockText(left) })
          ) : (
            <>
              {t('wechat.timeOver')}{' '}
              <Button type="link" size="small" onClick={start}>
                {t('wechat.restart')}
              </Button>
            </>
          )
        }
      >
        <Input autoFocus autoComplete="one-time-code" />
      </Form.Item>
    </FormDialog>
  )
}
