/** The texts of an unknown path (§2.29). */
export const NOT_FOUND_TITLE = 'Page not found'
export const NOT_FOUND_TEXT =
  'Oops! Looks like you followed a bad link. If you think this is a problem with us, please let us know.'
