<?php
// Validators of PHP. Reads "<name> <base64 of a URL>" line by line, and writes what is stored, in base64, or "-".

$prefixed = fn($url) => str_starts_with($url, 'https://');
$validators = [
    'filter_var and a prefix' => fn($url) => filter_var($url, FILTER_VALIDATE_URL) !== false && $prefixed($url) ? $url : null,
    'filter_var and parse_url' => fn($url) => filter_var($url, FILTER_VALIDATE_URL) !== false && parse_url($url, PHP_URL_SCHEME) === 'https' ? $url : null,
    'filter_var behind trim' => fn($url) => filter_var(trim($url), FILTER_VALIDATE_URL) !== false && $prefixed(trim($url)) ? trim($url) : null,
    'parse_url alone' => fn($url) => parse_url($url, PHP_URL_SCHEME) === 'https' && (parse_url($url, PHP_URL_HOST) ?? '') !== '' ? $url : null,
    'FILTER_SANITIZE_URL' => fn($url) => $prefixed(filter_var($url, FILTER_SANITIZE_URL)) && filter_var(filter_var($url, FILTER_SANITIZE_URL), FILTER_VALIDATE_URL) !== false ? filter_var($url, FILTER_SANITIZE_URL) : null,
    'htmlspecialchars' => fn($url) => filter_var($url, FILTER_VALIDATE_URL) !== false && $prefixed($url) ? htmlspecialchars($url) : null,
];

foreach (['/usr/share/php/Symfony/Component/Validator/autoload.php', 'vendor/autoload.php'] as $autoload)
    if (file_exists($autoload)) require_once $autoload;
if (class_exists(\Symfony\Component\Validator\Validation::class)) {
    $symfony = \Symfony\Component\Validator\Validation::createValidator();
    $rule = new \Symfony\Component\Validator\Constraints\Url(['protocols' => ['https']]);
    $validators['Symfony Url'] = fn($url) => $url !== '' && count($symfony->validate($url, $rule)) === 0 ? $url : null;
}

echo implode("\t", array_keys($validators)), "\n";
while (($line = fgets(STDIN)) !== false) {
    [$name, $text] = explode("\t", rtrim($line, "\n"), 2);
    $kept = $validators[$name](base64_decode($text));
    echo $kept === null ? '-' : base64_encode($kept), "\n";
}
