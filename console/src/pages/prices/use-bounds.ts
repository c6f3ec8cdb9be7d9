import { useTranslation } from 'react-i18next'

interface Bounds {
  min: number
  max: number
  isWhole?: boolean
  /** Whether the field may be empty. */
  isOptional?: boolean
}

/** The rule of a field with a number from `min` to `max`. */
export function useBounds() {
  const { t } = useTranslation('price-sources')
  return ({ min, max, isWhole = false, isOptional = false }: Bounds) => ({
    validator: async (_: unknown, value: number | null) => {
      if (value === null && isOptional) return
      const fits = value !== null && value >= min && value <= max && (!isWhole || Number.isInteger(value))
      if (!fits) throw new Error(t(isWhole ? 'form.whole' : 'form.number', { min, max }))
    },
  })
}
