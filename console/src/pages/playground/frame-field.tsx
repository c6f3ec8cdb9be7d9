import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import css from './playground.module.css'
import { SettingField } from './setting-field.tsx'

const frameBytesMax = 10 * 1_048_576
const frameTypes = ['image/png', 'image/jpeg', 'image/webp']

interface FrameFieldProps {
  label: string
  /** A data URL; '' = none. */
  value: string
  onChange(value: string): void
}

/** A picture of the video: chosen, or dropped. */
export function FrameField({ label, value, onChange }: FrameFieldProps) {
  const { t } = useTranslation('playground')
  const [isRefused, setIsRefused] = useState(false)
  const take = async (file: File | null | undefined) => {
    if (!file) return
    const isGood = frameTypes.includes(file.type) && file.size <= frameBytesMax
    setIsRefused(!isGood)
    if (isGood) onChange(await readDataUrl(file))
  }
  return (
    <SettingField
      label={label}
      hint={t('videos.frameHint')}
      problem={isRefused ? t('videos.frameRefused') : undefined}
      extra={
        value !== '' && (
          <Button size="small" type="text" onClick={() => onChange('')}>
            {t('videos.removeFrame')}
          </Button>
        )
      }
    >
      {(id) => (
        <label
          className={css.dropped}
          htmlFor={id}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void take(event.dataTransfer.files[0])
          }}
        >
          {value === '' ? (
            <Row as="span" gap={8}>
              <PictureOutlined aria-hidden />
              <span>{t('videos.chooseFrame')}</span>
            </Row>
          ) : (
            <img className={css.frame} src={value} alt={label} />
          )}
          <input
            id={id}
            type="file"
            accept={frameTypes.join()}
            className="visually-hidden"
            onChange={(event) => {
              void take(event.target.files?.[0])
              // The same file can be chosen again.
              event.target.value = ''
            }}
          />
        </label>
      )}
    </SettingField>
  )
}

const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
