/** The text under an out-of-field date that has passed: it may be saved, and takes effect. */
export const PAST_OUT_OF_FIELD = 'This date has passed: nobody is let in, and nothing is launched, until it is moved.'
