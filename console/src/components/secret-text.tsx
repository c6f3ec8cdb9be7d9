import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton, CopyText } from './copy-text.tsx'
import css from './text.module.css'
import { useCopy } from './use-copy.tsx'

/** `sk-abcd••••••••wxyz`: enough to recognise it, too little to use it. */
export function maskSecret(value: string): string {
  if (value.length < 16) return '•'.repeat(12)
  return `${value.slice(0, 7)}${'•'.repeat(8)}${value.slice(-4)}`
}

/** A secret that is masked until the user shows it. It can be copied without being shown. `label` names it. */
export function SecretText({ value, label }: { value: string; label: string }) {
  const [shown, setShown] = useState(false)
  return (
    <span className={css.copy}>
      <CopyText value={value} label={label}>
        {shown ? value : maskSecret(value)}
      </CopyText>
      <ShowButton label={label} shown={shown} onToggle={() => setShown(!shown)} />
    </span>
  )
}

export interface HeldSecretTextProps {
  /** What the server shows without being asked. */
  masked: string
  label: string
  /** Asks the server for the secret, each time: it is kept no longer than it is shown. */
  read(): Promise<string>
}

/** A secret that the server sends to its owner only when asked, to be copied or shown. */
export function HeldSecretText({ masked, label, read }: HeldSecretTextProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const { copy, copied } = useCopy()
  const copying = useMutation({ mutationFn: async () => await copy(secret ?? (await read())) })
  const showing = useMutation({ mutationFn: read, onSuccess: setSecret, gcTime: 0 })
  const shown = secret !== null
  return (
    <span className={css.copy}>
      <span className={css.monoText}>{secret ?? masked}</span>
      <CopyButton label={label} copied={copied} loading={copying.isPending} onCopy={() => copying.mutate()} />
      <ShowButton
        label={label}
        shown={shown}
        loading={showing.isPending}
        onToggle={() => (shown ? setSecret(null) : showing.mutate())}
      />
    </span>
  )
}

interface ShowButtonProps {
  label: string
  shown: boolean
  loading?: boolean
  onToggle(): void
}

function ShowButton({ label, shown, loading = false, onToggle }: ShowButtonProps) {
  const { t } = useTranslation()
  const action = `${shown ? t('actions.hide') : t('actions.show')} ${label}`
  return (
    <Button
      type="text"
      size="small"
      aria-label={action}
      title={action}
      aria-pressed={shown}
      loading={loading}
      icon={shown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    />
  )
}
