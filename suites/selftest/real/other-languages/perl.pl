# Validators of Perl. Reads "<name> <base64 of a URL>" line by line, and writes what is stored, in base64, or "-".
use strict;
use warnings;
use Encode qw(decode_utf8 encode_utf8);
use MIME::Base64 qw(decode_base64 encode_base64);

my %validators = (
  'a pattern between ^ and $' => sub { $_[0] =~ m{^https://[\w.-]+(?:[/?].*)?$} ? $_[0] : undef },
  'a pattern between \A and \z' => sub { $_[0] =~ m{\Ahttps://[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][!-~]*)?\z} ? $_[0] : undef },
);
$validators{'Data::Validate::URI is_https_uri'} = sub { defined Data::Validate::URI::is_https_uri($_[0]) ? $_[0] : undef }
  if eval { require Data::Validate::URI; 1 };
$validators{'Data::Validate::URI, stored as returned'} = sub { Data::Validate::URI::is_https_uri($_[0]) }
  if eval { require Data::Validate::URI; 1 };
$validators{'Mojo::URL'} = sub { my $url = Mojo::URL->new($_[0]); ($url->scheme // '') eq 'https' && length($url->host // '') ? $_[0] : undef }
  if eval { require Mojo::URL; 1 };
$validators{'Mojo::URL, stored by to_string'} = sub { my $url = Mojo::URL->new($_[0]); ($url->scheme // '') eq 'https' && length($url->host // '') ? $url->to_string : undef }
  if eval { require Mojo::URL; 1 };

$| = 1;
print join("\t", sort keys %validators), "\n";
while (my $line = <STDIN>) {
  chomp $line;
  my ($name, $text) = split /\t/, $line, 2;
  my $kept = eval { $validators{$name}->(decode_utf8(decode_base64($text // ''))) };
  print defined $kept ? encode_base64(encode_utf8($kept), '') : '-', "\n";
}
