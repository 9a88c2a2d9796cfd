import { DEVICE_TYPES, type DeviceTypeId } from '@desk/schema/surveys/device-types'

const [DESKTOP, MOBILE, TABLET] = [1, 2, 3] as const satisfies readonly DeviceTypeId[]

// old Windows desktops say "Tablet PC" when they take a pen
const NAMED_TABLET = /\biPad\b|\bTablet\b(?! PC)|\bPlayBook\b|\bKindle\b|\bSilk\/|\bKF[A-Z]{3,5}\b/
const PHONE =
  /\bMobile\b|\bMobi\b|\biPhone\b|\biPod\b|\bWindows Phone\b|\bIEMobile\b|\bBlackBerry\b|\bBB10\b|\bOpera Mini\b|\bwebOS\b/
const TELEVISION = /\bWeb0S\b|\bSmartTV\b|\bSMART-TV\b|\bGoogleTV\b|\bAndroid TV\b|\bBRAVIA\b|\bAFT[A-Z0-9]{1,8}\b/

/**
 * Recognises the kind of device by a browser's headers (§3.29). Anything that does not identify as a phone or a tablet is a desktop:
 * televisions, programs, an iPad that asks for desktop pages.
 * @param userAgent the User-Agent header; empty for none
 * @param mobileHint the Sec-CH-UA-Mobile header: `?1` says a phone; anything else says nothing, for tablets and desktops both send `?0`
 */
export function deviceOf(userAgent: string, mobileHint: string): DeviceTypeId {
  if (TELEVISION.test(userAgent)) return DESKTOP
  if (NAMED_TABLET.test(userAgent)) return TABLET
  if (mobileHint === '?1') return MOBILE
  if (PHONE.test(userAgent)) return MOBILE
  return userAgent.includes('Android') ? TABLET : DESKTOP
}

const NAMES = new Map(DEVICE_TYPES.map(({ id, name }) => [id, name] as const))

/** Kinds of device in words: 'Desktop or Tablet'. */
export function deviceWords(devices: readonly DeviceTypeId[]): string {
  return devices.map(id => NAMES.get(id)).join(' or ')
}
