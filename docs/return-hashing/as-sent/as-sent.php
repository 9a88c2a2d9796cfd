<?php
$parameters = [];
foreach (array_chunk(array_slice($argv, 2), 2) as [$name, $value]) {
    $parameters[$name] = $value;
}
ksort($parameters, SORT_STRING);
$text = http_build_query($parameters);
echo $text, '&hash=', hash_hmac('sha256', $text, $argv[1]), "\n";
