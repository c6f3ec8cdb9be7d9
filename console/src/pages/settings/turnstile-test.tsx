import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TurnstileWidget } from '../../components/turnstile.tsx'
import { api } from '../../lib/api.ts'

/** Shows the check with the saved keys, and reports when the server has confirmed a solution. */
export function TurnstileTest({ siteKey, onPassed }: { siteKey: string; onPassed(): void }) {
  const { t } = useTranslation('settings-system')
  const [round, setRound] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const test = async (token: string) => {
    if (token === '') return
    setFailure(null)
    try {
      await api('POST /api/option/test_turnstile', { body: { token } })
      onPassed()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      // A solution is valid once.
      setRound((before) => before + 1)
    }
  }
  return (
    <>
      <p>{t('turnstileTest.text')}</p>
      {failure !== null && <Alert type="error" showIcon title={failure} />}
      <TurnstileWidget siteKey={siteKey} round={round} onToken={(token) => void test(token)} />
    </>
  )
}
