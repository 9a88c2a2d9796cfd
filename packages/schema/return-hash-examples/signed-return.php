<?php
// php signed-return.php KEY NAME VALUE [NAME VALUE …]

function signed_return(array $parameters, string $key): string
{
    $encoded = [];
    foreach ($parameters as $name => $value) {
        $encoded[rawurlencode((string) $name)] = rawurlencode((string) $value);
    }
    ksort($encoded, SORT_STRING);
    $pairs = [];
    foreach ($encoded as $name => $value) {
        $pairs[] = "$name=$value";
    }
    $text = implode('&', $pairs);
    return $text . '&hash=' . hash_hmac('sha256', $text, $key);
}

$parameters = [];
foreach (array_chunk(array_slice($argv, 2), 2) as [$name, $value]) {
    $parameters[$name] = $value;
}
echo signed_return($parameters, $argv[1]), "\n";
