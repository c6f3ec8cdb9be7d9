import GiftOutlined from '@ant-design/icons-svg/es/asn/GiftOutlined'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../components/plain/plain-icon.tsx'
import { toastSuccess } from '../../lib/toasts.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const greetingMs = 3_000
const fireworksMs = 10_000
const burstEveryMs = 700

async function celebrate(): Promise<void> {
  await wait(greetingMs)
  const { default: confetti } = await import('canvas-confetti')
  const end = Date.now() + fireworksMs
  while (Date.now() < end) {
    const origin = { x: 0.15 + Math.random() * 0.7, y: 0.2 + Math.random() * 0.3 }
    void confetti({
      particleCount: 70,
      spread: 100,
      startVelocity: 32,
      origin,
      disableForReducedMotion: true,
    })
    await wait(burstEveryMs)
  }
  location.reload()
}

/** A button on New Year's Day: a greeting at once, fireworks after three seconds, a reload after ten more. */
export function NewYear() {
  const { t } = useTranslation('shell')
  const party = useMutation({ mutationFn: celebrate })
  return (
    <PlainButton
      kind="text"
      aria-label={t('newYear.label')}
      title={t('newYear.label')}
      icon={<PlainIcon of={GiftOutlined} />}
      disabled={party.isPending}
      onClick={() => {
        toastSuccess(t('newYear.greeting', { year: new Date().getFullYear() }))
        party.mutate()
      }}
    />
  )
}
