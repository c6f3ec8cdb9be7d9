import { useState } from 'react'
import { readText, writeText } from '../../lib/storage.ts'

/** Whether rows can be selected. The last choice is stored. */
export function useBatchSwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readText('enable-batch') !== 'false')
  const set = (next: boolean) => {
    setIsOn(next)
    writeText('enable-batch', String(next))
  }
  return [isOn, set]
}
